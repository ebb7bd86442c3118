import { expect, test } from 'vitest'
import { writeCsv } from './read-rounds.ts'

const cell = (text: string) => writeCsv(['Head'], [[text]]).split('\r\n')[1]

test('ends every line with CRLF, as in RFC 4180, and starts with a byte order mark', () => {
  expect(writeCsv(['Date', 'Rounds'], [['2026-05-30', '3']])).toBe(
    '\uFEFFDate,Rounds\r\n2026-05-30,3\r\n',
  )
  expect(writeCsv(['Date'], [])).toBe('\uFEFFDate\r\n')
})

test.each([
  ['Shaganappi Point', 'Shaganappi Point'],
  ['Kananaskis, Mount Kidd', '"Kananaskis, Mount Kidd"'],
  ['The "Old" Links', '"The ""Old"" Links"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['', ''],
  ['Sinead O’Connell', 'Sinead O’Connell'],
])('writes %j as %j', (text, written) => {
  expect(writeCsv(['Head'], [[text]])).toBe(`\uFEFFHead\r\n${written}\r\n`)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1 403 555 0101', "'+1 403 555 0101"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  [' =1', " '=1"],
  ["Bob;=cmd|' /C calc'!A0", "Bob;'=cmd|' /C calc'!A0"],
  ['Bob Hay; =1+1', "Bob Hay; '=1+1"],
  ['Bob; Ann-Lee', 'Bob; Ann-Lee'],
  ['Par=3', 'Par=3'],
  ["'quoted", "'quoted"],
])('does not let %j be a formula: %j', (text, written) => {
  expect(cell(text)?.startsWith('=')).toBe(false)
  expect(writeCsv(['Head'], [[text]])).toBe(`\uFEFFHead\r\n${written}\r\n`)
})
