import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { SCHEMAS_SUFFIX } from './contract-schemas.ts'

const WEB = fileURLToPath(new URL('../../web/', import.meta.url))
const HEAD = `${WEB}app/head.ts`
const ENTRY = 'index.html'
/** The entry modules of the two most common first screens, by the names of these screens' chunks. */
const FIRST_SCREENS = {
  login: ['features/identity/sessions/Login.tsx'],
  group: ['app/GroupScreens.tsx', 'app/LiveUpdates.tsx'],
} as const

/** The names of the chunks that run before the first screen can be used. */
const EARLY_CHUNKS: readonly string[] = ['index', ...Object.keys(FIRST_SCREENS)]

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Returns the ids of the given modules and of all modules that they import statically. */
function reachableFrom(graph: Graph, modules: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const next of importsOf(graph, id)) add(next)
  }
  for (const module of modules) add(WEB + module)
  return found
}

const importsOf = (graph: Graph, id: string) => graph.getModuleInfo(id)?.importedIds ?? []

/**
 * Puts the modules that the entry or both first screens need into one chunk. The other modules of each first
 * screen get a chunk per screen, and the contract's schemas that all of these modules use get another chunk.
 * Without this grouping, the bundler would make a small chunk of nearly every module, and a slow phone would
 * wait for each chunk.
 */
export function firstLoadChunks(): Rolldown.CodeSplittingGroup {
  let chunkById: ReadonlyMap<string, string> | undefined
  return {
    name: (id, graph) => {
      chunkById ??= assignChunks(graph)
      return chunkById.get(id) ?? null
    },
    debugName: 'first screens',
    includeDependenciesRecursively: false,
  }
}

function assignChunks(graph: Graph): ReadonlyMap<string, string> {
  const chunkById = new Map<string, string>()
  const login = reachableFrom(graph, FIRST_SCREENS.login)
  const group = reachableFrom(graph, FIRST_SCREENS.group)
  for (const id of group) chunkById.set(id, login.has(id) ? 'index' : 'group')
  for (const id of login) if (!group.has(id)) chunkById.set(id, 'login')
  for (const id of reachableFrom(graph, [ENTRY])) chunkById.set(id, 'index')
  // The bundler's own helpers, which all chunks use.
  chunkById.set('\0rolldown/runtime.js', 'index')
  const schemas = [...chunkById.keys()].map((id) => id.replace(/\?.*|$/, SCHEMAS_SUFFIX))
  while (schemas.length > 0) {
    const id = schemas.pop() ?? ''
    if (chunkById.has(id) || graph.getModuleInfo(id) === null) continue
    chunkById.set(id, 'schemas')
    schemas.push(...importsOf(graph, id))
  }
  return chunkById
}

/**
 * Tells V8 to compile all functions of the early chunks on another thread, while these chunks download.
 * By default, V8 compiles each function when the main thread first calls it.
 */
export function compileEarly(): Plugin {
  return {
    name: 'fourball:compile-early',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Runs after Vite, because V8 looks for this comment only at the top of a file.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && EARLY_CHUNKS.includes(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

/**
 * Inlines web/app/head.ts into the document's head, with the names of the files that head.ts loads. head.ts
 * also starts the app, so the document's own script tag becomes a preload.
 */
export function inlineHead(): Plugin {
  return {
    name: 'fourball:inline-head',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const chunks = Object.fromEntries(EARLY_CHUNKS.map((name) => [name, fileOf(bundle, name)]))
        const fonts = Object.keys(bundle).flatMap((file) =>
          file.endsWith('.woff2') ? `/${file}` : [],
        )
        const script = await bundleHead(chunks, fonts)
        const entry = `<link rel="modulepreload" href="${chunks['index']}" />`
        return html
          .replace('<!-- head.ts -->', () => `${entry}<script>${script}</script>`)
          .replace(/ *<script type="module".*?<\/script>\n/, '')
      },
    },
  }
}

/** Returns the path of a chunk's file; '' without a build. */
function fileOf(bundle: Rolldown.OutputBundle, name: string): string {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
  return chunk === undefined ? '' : `/${chunk.fileName}`
}

async function bundleHead(chunks: object, fonts: readonly string[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { __CHUNKS__: JSON.stringify(chunks), __FONTS__: JSON.stringify(fonts) },
    build: { write: false, lib: { entry: HEAD, formats: ['iife'], name: 'head' } },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return output[0].code.trim()
}
