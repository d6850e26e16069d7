declare module 'bcrypt-pbkdf' {
  interface BcryptPbkdf {
    /** Fills `key`. Returns 0, or another value for an argument out of range. */
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
