/**
 * Inputs that are secrets, by name: they are masked wherever a call is shown, kept in no draft, and never the target
 * in an audit. One table, so that no place forgets one.
 */
const secretInputs = new Set(
  [
    'password Password PASSWORD old_password new_password SudoPassword PrivateKey',
    'passphrase passPhrase Passphrase passcode unlock_pin wipe_lock_pin',
    'otp uid device_token token',
    // Of a self-client; an API key; of external account binding. Files are shown by their names alone.
    'code key hmacKey',
  ].flatMap((names) => names.split(' ')),
)

/** `<file>::<n>` names a key store, and its value is its password. */
export const isSecretInput = (name: string) => secretInputs.has(name) || name.includes('::')
