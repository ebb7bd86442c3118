/**
 * What is pushed to this phone is for the golfer who had it notified, and ends with their session here:
 * also where the server cannot be told that this one is over, and what is shown already.
 */
export async function endNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  if (registration === undefined) return
  const shown = await registration.getNotifications?.()
  for (const notification of shown ?? []) notification.close()
  // Some browsers have workers, and no pushing.
  const pushing: PushManager | undefined = registration.pushManager
  await (await pushing?.getSubscription())?.unsubscribe()
}
