// `npm run icons`: draws the icons of the installed app, which show the logo. The icons are committed.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import config from '../../playwright.config.ts'
import { ROOT } from '../setup/paths.mjs'

const FOLDER = path.join(ROOT, 'web', 'public', 'icons')
const TURF = '#14523a'

interface Icon {
  readonly file: string
  readonly size: number
  /** The size of the balls, relative to the logo. */
  readonly scale: number
  /**
   * The background: with rounded corners like the logo, filled to the edges for systems that crop icons
   * themselves, or none.
   */
  readonly background: 'rounded' | 'full' | 'none'
}

const ICONS: readonly Icon[] = [
  { file: 'install-180.png', size: 180, scale: 1, background: 'full' },
  { file: 'install-192.png', size: 192, scale: 1, background: 'rounded' },
  { file: 'install-512.png', size: 512, scale: 1, background: 'rounded' },
  // Android can crop this icon to a circle with four fifths of its width.
  { file: 'install-maskable-512.png', size: 512, scale: 0.8, background: 'full' },
  { file: 'notice-192.png', size: 192, scale: 1, background: 'rounded' },
  // The system shows only the shape of this icon, in a color that the system chooses.
  { file: 'badge-96.png', size: 96, scale: 1.3, background: 'none' },
]

function drawIcon({ size, scale, background }: Icon): string {
  const ballColor = background === 'none' ? '#fff' : '#fffcf5'
  const openSpotColor = background === 'none' ? '#fff' : '#e9c46a'
  const rect =
    background === 'none'
      ? ''
      : `<rect width="32" height="32" rx="${background === 'rounded' ? 7 : 0}" fill="${TURF}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">${rect}
    <g transform="translate(16 16) scale(${scale}) translate(-16 -16)">
      <circle cx="10.5" cy="10.5" r="4.5" fill="${ballColor}"/>
      <circle cx="21.5" cy="10.5" r="4.5" fill="${ballColor}"/>
      <circle cx="10.5" cy="21.5" r="4.5" fill="${ballColor}"/>
      <circle cx="21.5" cy="21.5" r="3.6" fill="none" stroke="${openSpotColor}" stroke-width="1.8"/>
    </g></svg>`
}

mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch(config.use?.launchOptions)
for (const icon of ICONS) {
  const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } })
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${drawIcon(icon)}`)
  writeFileSync(path.join(FOLDER, icon.file), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
