import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'
import { serveWeb } from '../../server/platform/http/serve-web.ts'
import { ROOT } from '../setup/paths.mjs'
import { compress } from '../setup/web-app.mjs'

const INDEX = `<!doctype html>
<html lang="en-US">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hello</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="./main.ts"></script>
  </body>
</html>
`

const MAIN = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hello'))
`

export interface HelloPage {
  readonly url: string
  close(): Promise<void>
}

/**
 * Builds the smallest page that React can show, with the app's build tool, and serves it like the app: with
 * the same compression and cache headers.
 */
export async function startHelloPage(): Promise<HelloPage> {
  // Create the folder inside the checkout, where the build tool can find React.
  const source = await mkdtemp(path.join(ROOT, 'dist', 'hello-page-'))
  const app = Fastify()
  const close = async () => {
    await app.close()
    await rm(source, { recursive: true, force: true })
  }
  try {
    await writeFile(path.join(source, 'index.html'), INDEX)
    await writeFile(path.join(source, 'main.ts'), MAIN)
    const web = path.join(source, 'built')
    await build({
      configFile: false,
      root: source,
      logLevel: 'warn',
      mode: 'production',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [react()],
      build: { outDir: web, modulePreload: { polyfill: false } },
    })
    compress(web)
    await serveWeb(app, {
      publicUrl: undefined,
      site: { trialDays: 30, contactEmail: null },
      missingScreens: [],
      web,
    })
    return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close }
  } catch (error) {
    await close()
    throw error
  }
}
