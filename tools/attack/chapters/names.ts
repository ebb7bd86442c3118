import { createGroup } from '../../../contract/groups.ts'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { Chapter } from '../attack-target.ts'

const INVISIBLE_NAMES = [
  '\u200b\u200b\u200b',
  '\u2060\u2060',
  '\u3164\u3164',
  '\u00ad\u00ad',
  '\ufeff\ufeff',
]
const UNSAFE_COURSES = [
  'Lake\u202eview',
  'Lake\nview',
  'Lake\u2066view\u2069',
  'Lake\u2028view',
  'Lake\rview',
]
const CONTROL_CHARACTERS = /[\u202a-\u202e\u2066-\u2069\u2028\u2029\r\n]/

export const NAMES: Chapter = {
  name: 'names',
  async run(target) {
    const testApp = await target.startApp()
    const make = factories(testApp.ctx)
    const group = await make.group()
    const phone = testApp.phone(group.owner.session)
    const card = await make.teeTime(group, { players: [group.owner], maxPlayers: 8 })
    const postTeeTime = (course: string) =>
      phone.post('/api/tee-times', { course, date: '2026-06-06', time: '08:00', groupId: group.id })

    await target.attack('use an invisible name', async (count) => {
      for (const name of INVISIBLE_NAMES) {
        const answers = [
          await postTeeTime(name),
          await phone.post(createGroup.path, { name, slug: `unseen-${count.tries}` }),
          await phone.post(`/api/tee-times/${card.id}/guests`, { name }),
        ]
        count.tries += answers.length
        const acceptedAnswer = answers.find(({ status }) => status !== 400)
        if (acceptedAnswer)
          return `${JSON.stringify(name)} got ${acceptedAnswer.status} ${acceptedAnswer.text}`
      }
      return undefined
    })

    await target.attack(
      'send line breaks and bidi controls in a single-line field',
      async (count) => {
        for (const course of UNSAFE_COURSES) {
          const { status, body, text } = await postTeeTime(course)
          count.tries += 1
          const storedCourse = (body as { course?: string }).course ?? ''
          if (status === 201 && CONTROL_CHARACTERS.test(storedCourse))
            return `stored ${JSON.stringify(storedCourse)}`
          if (status !== 201 && status !== 400) return `${status} ${text}`
        }
        return undefined
      },
    )
  },
}
