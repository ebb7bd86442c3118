/**
 * Ends notifications on this phone when its golfer's session ends, because they are for that golfer only.
 * Works even if the server cannot be reached, and closes notifications that are already shown.
 */
export async function endNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  if (registration === undefined) return
  const shown = await registration.getNotifications?.()
  for (const notification of shown ?? []) notification.close()
  // Some browsers have service workers but no push.
  const pushing: PushManager | undefined = registration.pushManager
  await (await pushing?.getSubscription())?.unsubscribe()
}
