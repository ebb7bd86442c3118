import { expect, type Locator, type Page } from '@playwright/test'

type Role = 'button' | 'combobox' | 'link' | 'radio' | 'searchbox' | 'switch' | 'textbox'

/** Presses Tab until the element has the focus. Fails after 300 presses, or if the focus is not visible. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<Locator> {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
  await expect(target.first()).toBeVisible()
  for (let press = 0; press < 300; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await target.evaluateAll((all) => all.includes(document.activeElement as never))
    if (!focused) continue
    await expectVisibleFocus(page)
    return target
  }
  throw new Error(`Tab never reaches the ${role} ${String(name)}`)
}

export async function expectVisibleFocus(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const element = document.activeElement
        if (element === null || element === document.body) return 'nothing has the focus'
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        const { left, top, width, height } = element.getBoundingClientRect()
        const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
        const hasRing = outlineStyle !== 'none' && outlineWidth !== '0px'
        if (!hasRing && boxShadow === 'none') {
          return `no ring around ${element.outerHTML.slice(0, 200)}`
        }
        const isSeen = onTop !== null && (element.contains(onTop) || onTop.contains(element))
        return (
          isSeen || `${onTop?.outerHTML.slice(0, 200)} lies over ${element.outerHTML.slice(0, 200)}`
        )
      }),
    )
    .toBe(true)
}

/** Returns 'BODY' if no element has the focus. */
export function focusedTagName(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.tagName)
}
