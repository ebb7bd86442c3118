/**
 * Copies what a field shows; false where the browser does not let it, and then it is selected.
 * Without https, and in old browsers, the clipboard is only had by way of a selection.
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  const copied = await (navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false)
  if (!copied) field?.select()
  return copied || (field !== null && document.execCommand('copy'))
}
