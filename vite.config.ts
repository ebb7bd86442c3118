import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What the first page of everybody needs, in one chunk: left to itself the bundler makes a small chunk of
 * each, and moves the edges with every screen that is added.
 */
const CORE = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|@tanstack|zod|wouter|regexparam|use-sync-external-store)/',
    'contract/(endpoint|fields|groups|limits|screens|sessions)\\.ts$',
    'web/shell/(api-client|paths|query-client|session)\\.ts$',
    'web/ui/(Button|Mark|Notice|on-demand)\\.tsx$',
  ].join('|'),
)

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwind()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: CORE }] } } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:5000' },
  },
})
