import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import { EXPECTED_CONSOLE_MESSAGES, LOOKS, type Look, SCENES, showScene } from './testing/scenes.ts'

interface ScreenCheck {
  readonly looks: readonly Look[]
  /** In this viewport, the page must not overflow horizontally. */
  readonly narrowViewport: Look['viewport']
  /** Whether `npm test` runs these checks for the fast scenes. */
  readonly isFast: boolean
}

const isBright = ({ colorScheme }: Look) => colorScheme === 'light'
const isPhone = ({ viewport }: Look) => viewport.width < 1000

// Each width and each color scheme is covered once. With EVERY_LOOK=1, all four combinations are covered.
const CHECKS: readonly ScreenCheck[] = [
  {
    looks: LOOKS.filter((look) => isPhone(look) && isBright(look)),
    // The narrowest width at which WCAG requires pages to work.
    narrowViewport: { width: 320, height: 568 },
    isFast: true,
  },
  {
    looks: LOOKS.filter((look) =>
      process.env['EVERY_LOOK'] === undefined
        ? !isPhone(look) && !isBright(look)
        : !isPhone(look) || !isBright(look),
    ),
    // The viewport of a desktop with 1280 × 800 pixels at 200% zoom.
    narrowViewport: { width: 640, height: 400 },
    isFast: false,
  },
]

for (const scene of SCENES) {
  for (const { looks, narrowViewport, isFast } of CHECKS) {
    const title = `${scene.name}: has no axe violations and no horizontal overflow at ${narrowViewport.width} px`
    test(title, { tag: isFast && scene.isFast ? [] : '@thorough' }, async ({ cast, phones }) => {
      phones.tolerate(EXPECTED_CONSOLE_MESSAGES)
      const page = await phones.reopen(scene.as?.(cast))
      await showScene(page, scene, cast)
      for (const { viewport, colorScheme } of looks) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        expect.soft(await violationsOn(page), `${viewport.width} px, ${colorScheme}`).toEqual([])
      }
      await page.setViewportSize(narrowViewport)
      expect.soft(await page.evaluate(findOverflow), `${narrowViewport.width} px`).toEqual([])
    })
  }
}

async function violationsOn(page: Page): Promise<unknown[]> {
  await page.evaluate(flattenStripes)
  // Legacy mode checks the same rules at a third of the cost, because it opens no second page to collect the
  // results of frames. But it can't check frames of another origin. `resultTypes` saves time too: axe then
  // lists nodes only for violations.
  const hasFrames = page.frames().length > 1
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames)
  const { violations, passes } = await axe.options({ resultTypes: ['violations'] }).analyze()
  expect(passes.length, 'rules that axe looked at').toBeGreaterThan(5)
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
}

/**
 * Replaces the turf's stripes with the lighter color, because axe can't measure contrast over an image. Text
 * has less contrast on the lighter stripe.
 */
function flattenStripes(): void {
  for (const turf of document.querySelectorAll<HTMLElement>('.turf')) {
    turf.style.backgroundImage = 'none'
    turf.style.backgroundColor = 'var(--color-turf-light)'
  }
}

function findOverflow(): string[] {
  const width = document.documentElement.clientWidth
  const overflowing = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right, width: ownWidth } = element.getBoundingClientRect()
    if (ownWidth <= 1 || element.closest('.sr-only')) return false
    const overflowsItself =
      element.scrollWidth > element.clientWidth + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    return left < -1 || right > width + 1 || overflowsItself
  })
  const pageWidth = document.scrollingElement?.scrollWidth ?? 0
  return [
    ...(pageWidth > width ? [`the page is ${pageWidth} px wide`] : []),
    ...overflowing.map((element) => element.outerHTML.slice(0, 200)),
  ]
}
