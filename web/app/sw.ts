/// <reference lib="webworker" />
// The service worker: opens the app without a connection and shows push notifications. It serves only
// the app's own files; data comes from the server or from offline-responses.ts.
import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PushNotice } from '../../contract/push.ts'
import { SCREENS } from '../../contract/screens.ts'
import { opensOffline } from '../lib/offline-screens.ts'
import type { PageMessage } from './update-offer.ts'

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly PrecacheEntry[]
}

const SHELL_URL = '/index.html'
/** The cache's URL for the login's document. No link has this query, so only `documentOf` serves it. */
const LOGIN_URL = `${SCREENS.login}?stored`
/** How long to wait for a document on a weak signal before opening the app from the cache. */
const DOCUMENT_TIMEOUT_MS = 4_000

const precachedFiles: readonly PrecacheEntry[] = self.__WB_MANIFEST
// The build can't give the login's document a revision, because the server completes it. The document changes
// whenever the shell does, so the shell's revision is used.
const revision = precachedFiles.find(({ url }) => url === 'index.html')?.revision ?? ''
// Serve only exact file paths from the cache, not '/', whose document comes from the server.
precacheAndRoute([...precachedFiles, { url: LOGIN_URL, revision }], {
  directoryIndex: '',
  cleanURLs: false,
})
cleanupOutdatedCaches()

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || !opensOffline(pathname)) return
  event.respondWith(documentOf(request, pathname))
})

async function documentOf(request: Request, pathname: string): Promise<Response> {
  // If a newer version is waiting, load its document from the server. `replyWhetherOurs` then switches to it.
  const isCurrent = self.registration.waiting === null
  const document = await matchPrecache(pathname === SCREENS.login ? LOGIN_URL : SHELL_URL)
  // Visitors see the server's landing page. The service worker has only the shell of the golfers' screens.
  if (document && isCurrent && pathname !== SCREENS.landing) return document
  const answer = fetch(request)
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, DOCUMENT_TIMEOUT_MS))
  const first = await Promise.race([answer, timeout]).catch(() => undefined)
  return first ?? document ?? answer
}

self.addEventListener('message', (event) => {
  const message: PageMessage | null = event.data
  if (message?.type === 'take-over') void self.skipWaiting()
  if (message?.type === 'is-yours') event.waitUntil(replyWhetherOurs(message.file, event.ports[0]))
})

/** Tells a page whether it runs this version of the app. If so, and if no other page is open, takes over. */
async function replyWhetherOurs(file: string, port: MessagePort | undefined): Promise<void> {
  const isOurs = precachedFiles.some(({ url }) => `/${url}` === file)
  port?.postMessage(isOurs)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (isOurs && pages.length < 2) await self.skipWaiting()
}

self.addEventListener('push', (event) => {
  const notice = parseNotice(event.data)
  event.waitUntil(
    self.registration.showNotification(notice.title, {
      body: notice.body,
      tag: notice.tag,
      icon: '/icons/notice-192.png',
      badge: '/icons/badge-96.png',
      data: notice.path,
      ...(notice.action && { actions: [{ action: 'open', title: notice.action }] }),
    }),
  )
})

/** Shown for an unreadable push message, because browsers revoke the permission of apps that show nothing. */
const GENERAL_NOTICE: PushNotice = {
  title: 'Fourball',
  body: "There's something new in your group.",
  path: '/',
  tag: 'news',
}

function parseNotice(data: PushMessageData | null): PushNotice {
  try {
    return data?.json() ?? GENERAL_NOTICE
  } catch {
    return GENERAL_NOTICE
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openScreen(String(event.notification.data)))
})

async function openScreen(path: string): Promise<unknown> {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return undefined
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (page === undefined) return self.clients.openWindow(url)
  const navigatedPage = await page.navigate(url.href).catch(() => null)
  return (navigatedPage ?? page).focus()
}
