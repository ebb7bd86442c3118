import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { splitContract } from './tools/setup/contract-schemas.ts'
import { compileEarly, firstLoadChunks, inlineHead } from './tools/setup/first-load.ts'

/** What a phone preloads, to open the app offline: the shell and the golfers' screens. */
const OFFLINE_FILES = ['index.html', 'assets/*.{js,css,svg,woff2}', 'icons/*.png']
const NEVER_OFFLINE = [
  'assets/{Admin,Checkout,CodeDoor,Messages,Outbox,Portal,Purchase,Revenue,Sandbox,SignInCode,Stripe,Subscribe,SuperAdmin,TestBank,TestCard}*',
  'assets/{well-known-passwords,QrCode,SignupForm}-*',
  // The HTML pages contain the style sheet inline.
  'assets/index-*.css',
  'icons/install-*.png',
]

const MANIFEST = {
  id: '/',
  name: 'Fourball',
  short_name: 'Fourball',
  description: 'Post the tee time you booked, and your buddies fill the spots.',
  lang: 'en-US',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#14523a',
  background_color: '#f3eee2',
  icons: [
    { src: '/icons/install-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/install-512.png', sizes: '512x512', type: 'image/png' },
    {
      src: '/icons/install-maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
  ],
} satisfies Partial<ManifestOptions>

/** This file replaces a function of lucide-react, for the reason given in the file. */
const CREATE_ICON = fileURLToPath(new URL('web/ui/create-icon.ts', import.meta.url))

export default defineConfig({
  root: 'web',
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: CREATE_ICON }] },
  // Otherwise, the prerendered pages would have different icons than the hydrated pages.
  ssr: { noExternal: ['lucide-react'] },
  plugins: [
    react(),
    tailwind(),
    inlineHead(),
    splitContract(),
    compileEarly(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'app',
      filename: 'sw.ts',
      // web/app/update-offer.ts registers the service worker, only for golfers and on the login screen.
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: OFFLINE_FILES,
        globIgnores: NEVER_OFFLINE,
      },
      manifest: MANIFEST,
      includeManifestIcons: false,
    }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy forbids data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [firstLoadChunks()] } } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:5000' },
  },
})
