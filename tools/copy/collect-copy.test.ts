import { expect, test } from 'vitest'
import { collectCopy } from './collect-copy.ts'

const textsIn = (code: string, path = 'web/Example.tsx') =>
  collectCopy(path, code).map(({ text }) => text)

test('joins the words, values and inline elements of a sentence', () => {
  expect(
    textsIn(`const A = () => <p>Hello <b>{golfer.name}</b>, you have {count} spots.</p>`),
  ).toEqual(['Hello {name}, you have {count} spots.'])
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
