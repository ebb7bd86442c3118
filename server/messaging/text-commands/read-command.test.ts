import { describe, expect, test } from 'vitest'
import { type Command, readCommand } from './read-command.ts'

const commandOf = (kind: 'in' | 'out' | 'wait', number?: number): Command => ({
  kind,
  ...(number !== undefined && { number }),
})

const TEXTS_BY_COMMAND: readonly (readonly [Command, readonly string[]])[] = [
  [
    commandOf('in'),
    ['in', 'IN', 'In.', ' in ', '\n\tIn!\n', "i'm in", 'I’m in', 'I´m in', 'im in', 'I am in!!!']
      .concat(['count me in', 'Me in', 'yes in', 'ok im in', '"IN"', 'in please', 'In, thanks 👍'])
      .concat(['in?', 'ＩＮ', 'i\u200bn', '⛳ in ⛳', 'İn', 'Hi, in']),
  ],
  [
    commandOf('in', 7),
    ['in 7', 'In 7.', "i'm in 7", 'IN #7', 'in7', 'IN7', 'in#7', 'in # 7', 'In, 7!', 'in: 7']
      .concat(['in-7', 'in  7', 'in\u00a07', 'in\n7', 'in ７', 'in ٧', 'in 𝟕', 'in 7️⃣', 'in 07'])
      .concat(['I’m in for #7', 'in no. 7', 'in number 7', 'in 7 please', 'in 7, thx', 'Yes, in 7'])
      .concat(['in 7 👍🏽', '“IN 7”', 'count me in #7', 'i am in 7', 'im in7', 'in (7)', 'IN 7?']),
  ],
  [commandOf('in', 42), ['in 42', 'IN42.']],
  [commandOf('in', 0), ['in 0']],
  [commandOf('in', 999_999), ['in 999999']],
  [commandOf('out'), ['out', 'OUT!', "I'm out", 'im out', 'out please', 'I want out']],
  [
    commandOf('out', 7),
    ['out 7', 'Out of 7', 'OUT #7', 'out of #7', 'out7', "I'm out of 7, thanks"],
  ],
  [
    commandOf('wait'),
    ['wait', 'WAIT!', 'waitlist', 'Wait list.', 'waiting list please', "I'm waiting"],
  ],
  [
    commandOf('wait', 7),
    [
      'wait 7',
      'WAIT #7',
      'wait7',
      'Wait for #7',
      'waitlist 7',
      'waiting list 7, thanks',
      'waits 7',
    ].concat(['join waitlist 7', 'join the waiting list for #7', 'put me waitlist 7', 'wait ７']),
  ],
  [{ kind: 'alert' }, ['alert', 'ALERT!']],
  [{ kind: 'alert', number: 7 }, ['alert 7', 'ALERT #7.', 'Alert for #7, thanks']],
  [{ kind: 'drop', number: 7 }, ['drop 7', 'Drop7', 'DROP no. 7 please']],
  [{ kind: 'list' }, ['list', 'LIST?', 'List.', ' list please', 'lists']],
  [{ kind: 'choice', position: 1 }, ['1', '1.', ' 1 ', '1)', '(1)', '１', '1️⃣', '1 please', '"1"']],
  [{ kind: 'choice', position: 2 }, ['2', '2!', '٢']],
  [{ kind: 'choice', position: 7 }, ['7']],
  [
    { kind: 'stop' },
    ['STOP', 'stop', 'Stop.', ' STOP! ', 'STOPALL', 'STOP ALL', 'stop-all', 'UNSUBSCRIBE', 'cancel']
      .concat([
        'Cancel.',
        'END',
        'end',
        'QUIT',
        'revoke',
        'OPTOUT',
        'OPT OUT',
        'opt-out',
        'Opt out!',
      ])
      .concat(['“STOP”', 'S T O P', 'STOP 🛑', 'ＳＴＯＰ', 'stop\u200b', '\n\nstop\n', '*STOP*']),
  ],
  [{ kind: 'start' }, ['START', 'start.', 'UNSTOP', 'yes', 'Yes!', 'YES 👍']],
  [{ kind: 'help' }, ['HELP', 'help?', 'Info', 'INFO!']],
  [
    { kind: 'unknown' },
    [
      '',
      ' ',
      '\n',
      '👍',
      '⛳️',
      '.',
      '#',
      '#7',
      'see you in the bar',
      "I'm in the bar",
      'in the bar',
    ]
      .concat(['in 7 minutes', 'in 7 or 8', 'in 7 8', 'in 7 and 8', 'in 7:30', 'in 7.5', 'in 7-8'])
      .concat([
        'wait 7 minutes',
        'wait for 7',
        'wait a minute',
        'wait in 7',
        'awaiting 7',
        'no wait',
      ])
      .concat(['in at 7', 'in for 7', 'in 7am', 'in 7 am', 'not in', "I'm not in 7", 'maybe in 7'])
      .concat([
        'in seven hours',
        'inn 7',
        'into 7',
        'in 1234567',
        'in 7 in 8',
        'in 7 out 8',
        'IN\nOUT',
      ])
      .concat(['in 7 list', 'list in 7', 'out in 7', 'is anybody in 7', 'in x', 'without 7'])
      .concat([
        'please stop',
        'stop it',
        'STOP 7',
        'stop texting me',
        'do not stop',
        'the end',
        'cancel 7',
      ])
      .concat(['yes please', 'yes yes', 'start 7', 'help me', 'no help', 'listen', 'a list', '1 2'])
      .concat([
        '1,2',
        '1/2',
        '7:12',
        '1st',
        'one',
        '12345678',
        "in '7",
        'in 7; drop table golfers',
      ]),
  ],
]

describe.each(TEXTS_BY_COMMAND)('reads as %o', (command, texts) => {
  test.each(texts)('%j', (text) => {
    expect(readCommand(text)).toEqual(command)
  })
})

test('reads a text of the maximum length but not a longer one', () => {
  expect(readCommand('in 7'.padEnd(1_600, '!'))).toEqual(commandOf('in', 7))
  for (const long of ['in 7'.padEnd(1_601, '!'), 'in 7'.padEnd(1_601), 'in 7 '.repeat(300)]) {
    expect(readCommand(long)).toEqual({ kind: 'unknown' })
  }
})

test('reads any text quickly', () => {
  const cpuAtStart = process.cpuUsage()
  for (const part of ['in ', 'i m ', 'yes ', '#', '7', ' ', 'in 7 ', '\u0301', '٧', "'", 'stop']) {
    readCommand(part.repeat(1_600 / part.length))
  }
  // Measure CPU time, so that other load on the machine does not matter.
  expect(process.cpuUsage(cpuAtStart).user).toBeLessThan(500_000)
})
