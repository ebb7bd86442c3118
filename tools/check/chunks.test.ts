import { expect, test } from 'vitest'
import { chunksOf, type Manifest } from './chunks.ts'

const chunks: Manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  'shell/Live.tsx': { file: 'live.js', imports: ['index.html', '_stream.js'] },
  '_stream.js': { file: 'stream.js', imports: ['shell/Live.tsx'] },
  'features/sessions/Login.tsx': { file: 'login.js', imports: ['_shared.js', '_form.js'] },
  '_form.js': { file: 'form.js' },
}

test('a screen weighs its own chunks, the entry, and each thing they import once', () => {
  expect(chunksOf(chunks, ['features/sessions/Login.tsx']).sort()).toEqual(
    ['form.js', 'index.js', 'login.js', 'shared.js'].sort(),
  )
})

test('chunks that import each other come to an end', () => {
  expect(chunksOf(chunks, ['shell/Live.tsx']).sort()).toEqual(
    ['index.js', 'live.js', 'shared.js', 'stream.js'].sort(),
  )
})

test('a module that has moved is said, not skipped', () => {
  expect(() => chunksOf(chunks, ['features/groups/Gone.tsx'])).toThrow('Gone.tsx')
})
