/** Downloads a file that was created in the browser. */
export function saveFile(name: string, content: BlobPart, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after the click; one minute is ample.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
