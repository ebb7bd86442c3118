import { expect, test } from 'vitest'
import { chunkFilesOf, type Manifest } from './chunks.ts'

const chunks: Manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  'app/Live.tsx': { file: 'live.js', imports: ['index.html', '_stream.js'] },
  '_stream.js': { file: 'stream.js', imports: ['app/Live.tsx'] },
  'features/identity/sessions/Login.tsx': { file: 'login.js', imports: ['_shared.js', '_form.js'] },
  '_form.js': { file: 'form.js' },
  '_group-1.js': { file: 'group-1.js', name: 'group', imports: ['_form.js'] },
}

test("returns a screen's chunk, the entry and everything that these import, each once", () => {
  expect(chunkFilesOf(chunks, ['features/identity/sessions/Login.tsx']).sort()).toEqual(
    ['form.js', 'index.js', 'login.js', 'shared.js'].sort(),
  )
})

test('finds a chunk by its name', () => {
  expect(chunkFilesOf(chunks, ['group']).sort()).toEqual([
    'form.js',
    'group-1.js',
    'index.js',
    'shared.js',
  ])
})

test('handles chunks that import each other', () => {
  expect(chunkFilesOf(chunks, ['app/Live.tsx']).sort()).toEqual(
    ['index.js', 'live.js', 'shared.js', 'stream.js'].sort(),
  )
})

test('reports a module that has moved instead of skipping it', () => {
  expect(() => chunkFilesOf(chunks, ['features/groups/Gone.tsx'])).toThrow('Gone.tsx')
})
