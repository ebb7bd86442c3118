import { expect, test } from 'vitest'
import { splitLinks } from './SimulatedPhone.tsx'

test.each([
  ['', []],
  ['Reply IN 7.', [{ words: 'Reply IN 7.' }]],
  [
    'Reply IN 7. https://golf.example/stampede?t=7',
    [
      { words: 'Reply IN 7. ' },
      { words: 'https://golf.example/stampede?t=7', href: 'https://golf.example/stampede?t=7' },
    ],
  ],
  [
    'Full (http://127.0.0.1:0/stampede?t=7).',
    [
      { words: 'Full (' },
      { words: 'http://127.0.0.1:0/stampede?t=7', href: '/stampede?t=7' },
      { words: ').' },
    ],
  ],
  [
    'http://localhost:5000/a http://[::1]:5000/b#c',
    [
      { words: 'http://localhost:5000/a', href: '/a' },
      { words: ' ' },
      { words: 'http://[::1]:5000/b#c', href: '/b#c' },
    ],
  ],
  ['javascript:alert(1) http://', [{ words: 'javascript:alert(1) http://' }]],
  [
    'http://localhost.evil.example/x',
    [{ words: 'http://localhost.evil.example/x', href: 'http://localhost.evil.example/x' }],
  ],
  ['http://[/x', [{ words: 'http://[/x' }]],
])('finds the links in %s', (text, parts) => {
  expect(splitLinks(text)).toEqual(parts)
})
