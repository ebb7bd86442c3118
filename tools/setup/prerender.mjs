// A step of the build. Prerenders the public pages as HTML files next to the built index.html, and adds
// content to index.html that is shown until the app has loaded.
//   node tools/setup/prerender.mjs <the built web app> <the built renderer>
// The server replaces placeholders such as %PUBLIC_URL% and <!-- address -->: see serve-web.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [web = '', renderer = ''] = process.argv.slice(2)

/** @type {{ prerenderShell: () => string, prerender: () => Promise<import('../../web/app/prerender.tsx').PrerenderedPage[]> }} */
const { prerender, prerenderShell } = await import(pathToFileURL(path.resolve(renderer)).href)
const index = withStyles(readFileSync(path.join(web, 'index.html'), 'utf8'))
/** @type {Record<string, { file: string, name?: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(path.join(web, '.vite', 'manifest.json'), 'utf8'))

writeFileSync(
  path.join(web, 'index.html'),
  replaceOnce(index, '<div id="root"></div>', `<div id="root">${prerenderShell()}</div>`),
)
for (const page of await prerender())
  writeFileSync(path.join(web, `${page.screen}.html`), pageOf(page))

/**
 * Inlines the style sheet. Otherwise, the first paint would have to wait for another round trip. The disabled
 * link keeps Vite's imports from loading the style sheet again.
 * @param {string} html
 */
function withStyles(html) {
  return html.replace(
    /<link rel="stylesheet"[^>]*href="\/([^"]+)">/,
    (_, file) =>
      `<style>${readFileSync(path.join(web, file), 'utf8')}</style><link rel="stylesheet" disabled href="/${file}">`,
  )
}

/** @param {import('../../web/app/prerender.tsx').PrerenderedPage} page */
function pageOf(page) {
  const title = escaped(page.title)
  const priority = page.screen === 'login' ? '' : ' fetchpriority="low"'
  const description = escaped(page.description)
  const head = [
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Fourball" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    '<meta property="og:image" content="%PUBLIC_URL%/preview.png" />',
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta property="og:image:alt" content="A tee time with three players and one open spot" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    '<!-- address -->',
    ...chunkFilesOf(page.module).map(
      (file) => `<link rel="modulepreload"${priority} crossorigin href="/${file}" />`,
    ),
  ]
  // People can read most of these pages before their scripts load, so the scripts get a low priority.
  let html = index.replace(
    /<(?:script type="module"|link rel="modulepreload")/g,
    (tag) => tag + priority,
  )
  html = replaceOnce(html, /<title>.*?<\/title>/, `<title>${title}</title>`)
  html = replaceOnce(
    html,
    /<meta name="description"[^>]*>/,
    `<meta name="description" content="${description}" />`,
  )
  // If the page has its own note about scripts, or has no form, remove the note that the app needs scripts.
  if (page.html.includes('without-script') || !page.html.includes('<form'))
    html = replaceOnce(
      html,
      /<noscript>.*?<\/noscript>\s*(<p class="without-script.*?<\/p>\s*)?/s,
      '',
    )
  html = replaceOnce(html, '</head>', `  ${head.join('\n    ')}\n  </head>`)
  return replaceOnce(
    html,
    '<div id="root"></div>',
    `<div id="root" data-screen="${page.screen}">${page.html}</div>`,
  )
}

/**
 * Returns the files that a module or a named chunk needs, except those that index.html already loads.
 * @param {string} module the path of a module, or the name of a chunk
 */
function chunkFilesOf(module) {
  const files = new Set()
  /** @param {string} name */
  const add = (name) => {
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
    if (chunk === undefined) throw new Error(`The build has no chunk for ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) add(next)
  }
  add(module)
  return [...files].filter((file) => !index.includes(`="/${file}"`))
}

/**
 * @param {string} html
 * @param {string | RegExp} pattern
 * @param {string} replacement
 */
function replaceOnce(html, pattern, replacement) {
  const changed = html.replace(pattern, () => replacement)
  if (changed === html) throw new Error(`web/index.html has no ${pattern}`)
  return changed
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
