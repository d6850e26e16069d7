/** Compatibility hints for a new passphrase. None of them is an error. */
export const passphraseHints = (passphrase: string): string[] => [
  ...(/[^\x20-\x7e]/.test(passphrase)
    ? [
        'It has characters outside ASCII. Other programs may read them differently: keytool reads them by the locale, so that the same file opens on one host and not on another.',
      ]
    : []),
  ...(passphrase !== passphrase.trim()
    ? ['It begins or ends with a space, which is easily lost when it is copied.']
    : []),
  ...(passphrase.length > 128
    ? ['It is longer than 128 characters. Prompts and settings of some programs cut longer ones off.']
    : []),
]
