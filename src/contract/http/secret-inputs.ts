/**
 * Names of secret inputs, which are masked wherever a call is shown, never stored in drafts, and never an audit target.
 */
const secretInputs = new Set(
  [
    'password Password PASSWORD old_password new_password SudoPassword PrivateKey',
    'passphrase passPhrase Passphrase passcode unlock_pin wipe_lock_pin',
    'otp uid device_token token',
    // Self-client code, API key, key of external account binding. Files are shown by name only.
    'code key hmacKey',
  ].flatMap((names) => names.split(' ')),
)

/** `<file>::<n>` is the password of a key store. */
export const isSecretInput = (name: string) => secretInputs.has(name) || name.includes('::')
