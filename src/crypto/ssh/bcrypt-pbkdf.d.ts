declare module 'bcrypt-pbkdf' {
  interface BcryptPbkdf {
    /** Fills `key`. Anything but 0 means that an argument was out of range. */
    pbkdf(
      passphrase: Uint8Array,
      passphraseLength: number,
      salt: Uint8Array,
      saltLength: number,
      key: Uint8Array,
      keyLength: number,
      rounds: number,
    ): number
  }
  const bcryptPbkdf: BcryptPbkdf
  export default bcryptPbkdf
}
