import { FORECAST_DAYS } from '../contract/limits.ts'
import { readableDate } from '../web/lib/dates.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, openDetails } from './testing/screen-parts.ts'

// Both failures are in one journey, because after a failure the app pauses calls to the weather service for a
// while.
test('shows weather on each card and keeps working while the weather service hangs or fails', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Canmore', date: dateIn(2), time: '13:40' })
  await testServer.make.teeTime(group, { course: 'Stewart Creek', date: dateIn(3) })
  await testServer.make.teeTime(group, { course: 'Edmonton', date: dateIn(FORECAST_DAYS + 10) })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })

  const canmore = cardOf(page, 'Canmore')
  await expect(canmore.getByText(/^-?\d+°C$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open-Meteo.com' })).toBeVisible()
  const edmonton = cardOf(page, 'Edmonton')
  await expect(edmonton, 'says nothing about the weather until it opens').not.toContainText(
    /°C|forecast/i,
  )
  for (const card of [canmore, edmonton]) await openDetails(card)
  await expect(canmore.getByText(/^-?\d+°C$/)).toBeVisible()
  await expect(canmore.getByText(/km\/h/)).toBeVisible()
  await expect(canmore.getByText(/\d%$/)).toBeVisible()
  await expect(
    canmore.getByText(/^(Sunny|Partly Cloudy|Overcast|Fog|Light Rain|Rain|Snow|Thunderstorm)$/),
  ).toBeVisible()
  // The weather service finds no place with this course's name.
  const stewartCreek = cardOf(page, 'Stewart Creek')
  await openDetails(stewartCreek)
  await expect(stewartCreek.getByText('in Calgary')).toBeVisible()
  await expect(canmore.getByText('in Calgary')).toHaveCount(0)
  const opensOn = readableDate(dateIn(FORECAST_DAYS + 10 - (FORECAST_DAYS - 1)))
  await expect(edmonton.getByText(`No forecast until ${opensOn}`)).toBeVisible()

  await test.step('golfers can claim while the service hangs', async () => {
    Object.assign(testServer.weather.modes, { search: 'hanging', forecast: 'hanging' })
    await testServer.make.teeTime(group, { course: 'Kelowna', date: dateIn(4) })
    const kelowna = cardOf(page, 'Kelowna')
    await kelowna.getByRole('button', { name: 'Claim Spot' }).click()
    await expect(kelowna.getByRole('button', { name: 'Leave Spot' })).toBeVisible()
    await openDetails(kelowna)
    await expect(kelowna.getByText('Weather data unavailable', { exact: true })).toBeVisible()
  })

  await test.step('a failing service hides only the forecast', async () => {
    Object.assign(testServer.weather.modes, { search: 'failing', forecast: 'failing' })
    await testServer.make.teeTime(group, { course: 'Vancouver', date: dateIn(5) })
    const vancouver = cardOf(page, 'Vancouver')
    await openDetails(vancouver)
    await expect(vancouver.getByText('Weather data unavailable', { exact: true })).toBeVisible()
    await expect(canmore.getByText(/°C$/)).toBeVisible()
  })
})
