import { readWeather } from '../../../contract/weather.ts'
import { ForecastsUnavailable } from '../../../server/providers/forecasts/forecasts.ts'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import { type Chapter, LONG_ATTACK_TIMEOUT_MS } from '../attack-target.ts'

const POSTS = 2_500
const PLACES = 600
/** The longest list that a phone on the course can handle, in characters. */
const MAX_LIST_CHARACTERS = 512 * 1024

export const VOLUME: Chapter = {
  name: 'volume',
  async run(target) {
    const searchCount = { searches: 0 }
    const failForecast = () =>
      Promise.reject(new ForecastsUnavailable('refused', 'No forecasts in this test'))
    const search = () => {
      searchCount.searches += 1
      return Promise.resolve([])
    }
    const testApp = await target.startApp({ forecasts: { search, hours: failForecast } })
    const make = factories(testApp.ctx)
    const group = await make.group()
    const member = await make.member(group)
    const phone = testApp.phone(member.session)

    await target.attack(
      'post 2,500 tee times',
      async (count) => {
        let postedCount = 0
        for (let n = 0; n < POSTS; n += 1) {
          const { status } = await phone.post('/api/tee-times', {
            course: `Course ${n}`,
            date: '2026-06-06',
            time: '08:00',
            notes: 'x'.repeat(400),
            groupId: group.id,
          })
          count.tries += 1
          if (status === 201) postedCount += 1
          else if (status === 409) break
          else return `a post got ${status}`
        }
        if (postedCount === POSTS) return `all ${POSTS} were accepted`
        const list = await phone.get(`/api/groups/slug/${group.slug}/tee-times`)
        return list.text.length > MAX_LIST_CHARACTERS
          ? `the list has ${list.text.length} characters`
          : undefined
      },
      LONG_ATTACK_TIMEOUT_MS,
    )

    const rateLimitedApp = await target.startApp({
      databaseUrl: testApp.databaseUrl,
      env: { RATE_LIMIT: 'on' },
      forecasts: { search, hours: failForecast },
    })
    await target.attack('search for 600 places', async (count) => {
      for (let n = 0; n < PLACES; n += 1) {
        const query = `groupId=${group.id}&date=2026-06-06&time=08:00&location=Nowhere%20${n}`
        await rateLimitedApp.phone(member.session).get(`${readWeather.path}?${query}`)
        count.tries += 1
      }
      return searchCount.searches > PLACES / 4
        ? `${searchCount.searches} searches were sent`
        : undefined
    })
  },
}
