import { describe, expect, test } from 'vitest'
import { openMeteo } from '../providers/forecasts/open-meteo.ts'
import { startOpenMeteoStandIn } from '../providers/forecasts/testing/open-meteo-stand-in.ts'
import { candidatesFor, choosePlace, type GroupLocation, searchNameOf } from './choose-place.ts'

const CALGARY = { latitude: 51.05, longitude: -114.09 }

describe('search terms', () => {
  test.each<[location: string, names: string[]]>([
    ['Calgary, Alberta', ['Calgary', 'Alberta']],
    ['Banff', ['Banff']],
    ['Shaganappi Point Golf Course', ['Shaganappi Point']],
    ['Calgary Golf and Country Club', ['Calgary']],
    ['Kelowna Golf & Country Club', ['Kelowna']],
    ['Canmore Golf & Curling Club', ['Canmore']],
    ['Priddis Greens G&CC', ['Priddis Greens']],
    ['Maple Ridge G.C.', ['Maple Ridge']],
    ['Inglewood GC', ['Inglewood']],
    ['Pebble Beach Golf Links', ['Pebble Beach']],
    ['Country Hills Golf Club', ['Country Hills']],
    ['Golf Club of Houston', ['Houston']],
    ['The Golf Club at Redlands Mesa', ['Redlands Mesa']],
    ['Club de golf Montréal', ['Montréal']],
    ['Spyglass Hill Golf Course, Pebble Beach, CA', ['Spyglass Hill', 'Pebble Beach']],
    ['Golf Course', []],
    ['Golf', []],
    ['X', []],
    ['', []],
    [' , ,, ', []],
    ['⛳️🏌️', []],
    ['東京', ['東京']],
  ])('for %j are %j', (location, names) => {
    expect(candidatesFor(location).map(({ name }) => name)).toEqual(names)
  })

  test('include the regions after a name, without the postcode', () => {
    expect(candidatesFor('Shaganappi Point GC, Calgary, AB T3C 3S4')).toEqual([
      { name: 'Shaganappi Point', regions: ['Calgary', 'AB'] },
      { name: 'Calgary', regions: ['AB'] },
    ])
  })

  test('are found quickly in any text', () => {
    for (const text of ['golf '.repeat(20), ' & '.repeat(33), ','.repeat(100), 'a, '.repeat(33)]) {
      expect(candidatesFor(text.slice(0, 100)).length).toBeLessThanOrEqual(2)
    }
  })
})

describe('choosing a place', () => {
  const nearCalgary: GroupLocation = { home: CALGARY, timeZone: 'America/Edmonton' }
  const zoneOnly: GroupLocation = { timeZone: 'America/Edmonton' }

  test.each<[location: string, around: GroupLocation, found: string | undefined]>([
    ['Calgary, Alberta', {}, 'Calgary Alberta'],
    ['calgary,  ALBERTA', {}, 'Calgary Alberta'],
    ['Calgary, AB', {}, 'Calgary Alberta'],
    ['Calgary, AB, Canada', {}, 'Calgary Alberta'],
    ['Calgary, CA', {}, 'Calgary Alberta'],
    ['Calgary, Ontario', {}, undefined],
    ['London', {}, 'London England'],
    ['London, Ontario', {}, 'London Ontario'],
    ['London, ON', {}, 'London Ontario'],
    ['London, UK', {}, 'London England'],
    ['London', { timeZone: 'America/Toronto' }, 'London Ontario'],
    ['Springfield, IL', {}, 'Springfield Illinois'],
    ['Montreal, Quebec', {}, 'Montréal Quebec'],
    ['St Andrews Links, Scotland', {}, 'St Andrews Scotland'],
    ['Shaganappi Point Golf Course', nearCalgary, undefined],
    ['Shaganappi Point Golf Course, Calgary', nearCalgary, 'Calgary Alberta'],
    ['Shaganappi Point Golf Course, Calgary, AB', {}, 'Calgary Alberta'],
    // A place nearby is preferred to a famous one of the same name, and a distant one is ignored.
    ['Inglewood Golf & Curling Club', nearCalgary, 'Inglewood Alberta'],
    ['Inglewood Golf & Curling Club', zoneOnly, 'Inglewood Alberta'],
    ['Inglewood', {}, 'Inglewood California'],
    ['Maple Ridge Golf Course', nearCalgary, undefined],
    ['Maple Ridge Golf Course, BC', nearCalgary, 'Maple Ridge British Columbia'],
    ['Canmore Golf & Curling Club', nearCalgary, 'Canmore Alberta'],
    ['Pebble Beach Golf Links', nearCalgary, undefined],
    ['Pebble Beach Golf Links', zoneOnly, 'Pebble Beach California'],
    ['Pebble Beach Golf Links, California', nearCalgary, 'Pebble Beach California'],
    // Part of a word does not match. One of several words matches if a region follows.
    ['Calg, Alberta', {}, undefined],
    ['Maple', {}, undefined],
    ['Maple, BC', {}, 'Maple Ridge British Columbia'],
  ])('finds for %j around %j: %s', async (location, around, found) => {
    const standIn = await startOpenMeteoStandIn()
    try {
      const provider = openMeteo({ geocodingBase: standIn.base })
      let chosen: string | undefined
      for (const candidate of candidatesFor(location)) {
        const place = choosePlace(await provider.search(searchNameOf(candidate)), candidate, around)
        if (place !== undefined) {
          chosen = `${place.name} ${place.areas[0]}`
          break
        }
      }
      expect(chosen).toBe(found)
    } finally {
      await standIn.close()
    }
  })
})
