const signatures = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], // PNG
  [0xff, 0xd8, 0xff], // JPEG
]

/** By its first bytes, whatever its name says. */
export const isImage = (bytes: Uint8Array) =>
  signatures.some((signature) => signature.every((byte, at) => bytes[at] === byte))
