import type { Page } from '@playwright/test'

export async function storedPathsIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Opening the database before the app does would create it without a store for responses.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'fourball')) return []
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const openRequest = indexedDB.open('fourball')
      openRequest.onsuccess = () => resolve(openRequest.result)
      openRequest.onerror = () => reject(openRequest.error)
    })
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = db.transaction('answers').objectStore('answers').getAllKeys()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    db.close()
    return keys.map(String)
  })
}
