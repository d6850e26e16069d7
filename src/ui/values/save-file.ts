/** Hand a file that is here to the person, as a download. */
export function saveFile(name: string, content: BlobPart, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file once the click is through; a minute is more than it needs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
