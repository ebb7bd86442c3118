import { expect, test } from 'vitest'
import { collectCopy } from './collect-copy.ts'

const textsIn = (code: string, path = 'web/Example.tsx') =>
  collectCopy(path, code).map(({ text }) => text)

test('joins the words, values and inline elements of a sentence', () => {
  expect(
    textsIn(`const A = () => <p>Hello <b>{golfer.name}</b>, you have {count} spots.</p>`),
  ).toEqual(['Hello {name}, you have {count} spots.'])
})

test('names a value, even if it is capitalized', () => {
  expect(textsIn('const A = () => <p>Owned by {capitalized(group.ownerName)}</p>')).toEqual([
    'Owned by {ownerName}',
  ])
})

test('lists alternatives and optional parts', () => {
  expect(
    textsIn(
      `const line = (n: number) => \`You have \${n === 1 ? 'one spot' : \`\${n} spots\`} left.\``,
    ),
  ).toEqual(['You have {one spot | {n} spots} left.'])
})

test('separates block elements, labels and attributes, in order', () => {
  const code = `const A = () => (
    <form>
      <h2>Your group</h2>
      <input className="w-14 shrink-0" placeholder="Group name" aria-label="Group Name" />
      <Button pending="Saving...">Save</Button>
    </form>
  )`
  expect(textsIn(code)).toEqual(['Your group', 'Group name', 'Group Name', 'Saving...', 'Save'])
})

test('finds alternatives in a button, and text with colons and semicolons', () => {
  const code = `const A = () => (
    <div>
      <Button>{pass.isPending ? 'Passing...' : 'Pass'}</Button>
      <p>Group alerted: {when}</p>
      <p>The number changed; set a new password: {link}</p>
    </div>
  )`
  expect(textsIn(code)).toEqual([
    'Passing...',
    'Pass',
    'Group alerted: {when}',
    'The number changed; set a new password: {link}',
  ])
})

test('finds text after a value that ends a sentence', () => {
  const code = `const wordings = [\`\${request}. Respond here:\`, '.request .button']`
  expect(textsIn(code, 'server/example.ts')).toEqual(['{request}. Respond here:'])
})

test('finds toasts and errors', () => {
  const code = `toast({ title: 'Spot Claimed', description: "You're in." })
    throw new AppError('FULL', 'This tee time is full.')`
  expect(textsIn(code, 'server/example.ts')).toEqual([
    'Spot Claimed',
    "You're in.",
    'This tee time is full.',
  ])
})

test('leaves out strings for machines and logs', () => {
  const code = `import a from './Some Module.ts'
    type Kind = 'First Kind' | 'Second Kind'
    log.warn('The queue is long')
    if (key === 'Enter') send({ method: 'POST', path: '/api/tee-times', 'content-type': 'text/html' })
    throw new Error('Unreachable code was reached')
    db.execute(sql\`select name from golfers\`)`
  expect(textsIn(code, 'server/example.ts')).toEqual([])
})

test('finds single words and wordings that screens show with values', () => {
  const code = `const A = () => (
    <ul>
      <li>{plural(hours, 'hour')} before</li>
      <li>{skipped ? ' skipped' : day}</li>
      <li>{limit} or {isCold ? 'below' : 'more'}</li>
      <li>{isFree ? \`/\${slug} is available.\` : \`\${trial ? 'Trial expired' : 'Subscription ended'} \${day}\`}</li>
      <li>{\`You and \${plural(others, 'other player', 'other players')}.\`}</li>
    </ul>
  )`
  expect(textsIn(code)).toEqual([
    '{plural} before',
    'skipped',
    '{limit} or {below | more}',
    '/{slug} is available.',
    '{Trial expired | Subscription ended} {day}',
    'other player',
    'other players',
    'You and {plural}.',
  ])
})

test('finds labels of one word and the headers of tables', () => {
  const code = `const A = () => <TextField name="cvc" label="CVC" />
    const columns = [{ name: 'URL', cell: slugOf }, { name: 'fourball_jobs', key: 'Name' }]`
  expect(textsIn(code)).toEqual(['CVC', 'URL'])
})

test('finds labels with hyphens, times, colons and parentheses', () => {
  const code = `const A = { label: 'Tee-off cut-off', subject: \`Changed: \${title}\` }
    const marks = ['(waiting)', /^Reply IN/]
    check('Must be a time like 08:12', \`no one has a spot; \${open}\`)`
  expect(textsIn(code, 'server/example.ts')).toEqual([
    'Tee-off cut-off',
    'Changed: {title}',
    '(waiting)',
    'Must be a time like 08:12',
    'no one has a spot; {open}',
  ])
})
