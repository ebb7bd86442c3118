/** Hands a file to the browser, which saves it or opens it in the matching app. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Revoke it only after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
