// `npm run screenshots`: saves a picture of every screen to screenshots/, for phone and desktop, in light and
// dark mode. With --readme, takes only the README's picture. With names of scenes, takes only those scenes.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Scene } from '../../e2e/testing/scene.ts'
import { LOOKS, SCENES, showScene, storageStateOf } from '../../e2e/testing/scenes.ts'
import { type Cast, createCast } from '../../e2e/testing/test-groups.ts'
import { startTestServer } from '../../e2e/testing/test-server.ts'
import config from '../../playwright.config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = path.join(ROOT, 'screenshots')
const README_PICTURE = path.join(ROOT, 'docs', 'images', 'group-home.png')
const README_SCENE = 'group-home'

interface Camera {
  readonly browser: Browser
  readonly url: string
  readonly cast: Cast
}

async function openScene(camera: Camera, scene: Scene, look: (typeof LOOKS)[number], scale = 1) {
  const context = await camera.browser.newContext({
    ...look,
    baseURL: camera.url,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Edmonton',
    storageState: storageStateOf(scene.as?.(camera.cast), camera.url),
  })
  const page = await context.newPage()
  await showScene(page, scene, camera.cast)
  return page
}

async function takeReadmePicture(camera: Camera): Promise<void> {
  const scene = SCENES.find(({ name }) => name === README_SCENE)
  const [phoneByDay] = LOOKS
  if (scene === undefined || phoneByDay === undefined)
    throw new Error(`There is no scene ${README_SCENE}`)
  const page = await openScene(camera, scene, phoneByDay, 2)
  await mkdir(path.dirname(README_PICTURE), { recursive: true })
  await page.screenshot({ path: README_PICTURE })
  await page.context().close()
  console.log(path.relative(ROOT, README_PICTURE))
}

async function takeScene(camera: Camera, scene: Scene): Promise<void> {
  for (const look of LOOKS) {
    const page = await openScene(camera, scene, look)
    const file = `${scene.name}-${look.viewport.width}-${look.colorScheme}`
    await page.screenshot({ path: path.join(FOLDER, `${file}.png`) })
    const height = await wholeHeight(page)
    if (height > look.viewport.height) {
      // Enlarge the viewport, because Playwright's full-page mode would leave the tab bar in the middle of
      // the picture.
      await page.setViewportSize({ width: look.viewport.width, height })
      await page.screenshot({ path: path.join(FOLDER, `${file}-whole.png`) })
    }
    // A scene's route may still be waiting for the server's response.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  }
  console.log(scene.name)
}

/** Returns the height of the whole page in px; 0 if a dialog covers the page. */
function wholeHeight(page: Page): Promise<number> {
  return page.evaluate(() =>
    document.querySelector('[role=dialog]') === null ? document.documentElement.scrollHeight : 0,
  )
}

const args = process.argv.slice(2)
const testServer = await startTestServer()
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const camera = { browser, url: testServer.server.url, cast: await createCast(testServer) }
  if (args.includes('--readme')) {
    await takeReadmePicture(camera)
  } else {
    await mkdir(FOLDER, { recursive: true })
    for (const scene of SCENES) {
      if (args.length === 0 || args.includes(scene.name)) await takeScene(camera, scene)
    }
  }
} finally {
  await browser.close()
  await testServer.close()
}
