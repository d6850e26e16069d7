import '#contract/words/zod-words.ts'
import { nextOfLost } from './answer-lost.ts'
import { consolePath } from '#contract/console-path.ts'
import { browserErrors, type Entry, type Explanations, type Failure, correctInput, tryAgain } from './browser-errors.ts'

const reportIt = 'This console sent a request that the server does not support. Copy the details and report it.'

/** mobile-device-management, Errors. `COM00020` has five digits there. */
export const mdmErrors = {
  COM0001: [405, 'Method not implemented / invalid URL', reportIt],
  COM0002: [429, 'API limit exceeded', 'Wait a moment. The server limits the request rate.'],
  COM0003: [400, 'Invalid paging params', 'Go back to the first page.'],
  COM0004: [500, 'Internal server error, try again', tryAgain],
  COM0005: [400, 'Parameters in post invalid or missing', correctInput],
  COM0006: [400, 'No request data received', reportIt],
  COM0007: [412, 'Assist is not integrated', 'Set up remote assistance on the server first.'],
  COM0008: [
    404,
    'Unknown resource',
    'It may have been removed, or this server does not offer the operation. Search for it again.',
  ],
  COM0009: [422, 'Insufficient data for processing request', correctInput],
  COM0010: [409, 'Resource already exists', 'Open the one that exists, or choose another name.'],
  COM0011: [422, 'Invalid or missing headers', 'Check the connection in the settings.'],
  COM0012: [400, 'Invalid API version', 'Set the API version of this server in its connection.'],
  COM0013: [401, 'Not authorised / invalid auth token', 'The key of this connection is not accepted. Replace it.'],
  COM0014: [400, 'Bad request', correctInput],
  COM0015: [412, 'Precondition failed', 'The data has changed. Reload and check again.'],
  COM00020: [400, 'Device license limit reached', 'Free a license or add licenses.'],
  COM0021: [400, 'Invalid delta token', 'Reload the full list.'],
  LOC0001: [412, 'Location fetch error', 'The device did not report its location. Try again when it is online.'],
  SDE0003: [412, 'Assign user failed', 'Check the user and assign again.'],
  CMD0001: [412, 'Command not applicable for device', 'Reload the device to see the available actions.'],
  CMD0002: [412, 'Unable to suspend command', 'The command may already have run. See the command history.'],
  APP0001: [400, 'App upload rejected', 'Check the file and upload it again.'],
  APP0002: [412, 'Unable to delete app or profile', 'Remove it from devices and groups first.'],
  FIL0001: [400, 'File upload rejected', 'Check the file and upload it again.'],
  PAY0001: [400, 'Uploaded image must be smaller than the specified size', 'Choose a smaller image.'],
  PAY0002: [400, 'Specify all the requisite fields', correctInput],
  PAY0004: [400, 'Verify the values of the requisite fields', correctInput],
} as const satisfies Record<string, Entry>

/** desktop-management documents no error codes; these are ours, except for known ones of real servers. */
export const desktopErrors = {
  '10001': [401, 'Invalid user name or password', 'Check the user name and password.'],
  '10002': [401, 'Invalid or expired token', 'Sign in again.'],
  '10003': [401, 'Invalid or expired one-time code', 'Enter the latest code.'],
  '10004': [401, 'This sign-in attempt has ended', 'Sign in again with user name and password.'],
  '10005': [429, 'Too many attempts', 'Wait before you try again.'],
  '10006': [403, 'This account is disabled', 'Ask an administrator to enable it.'],
  '10007': [
    403,
    'Applications cannot change sign-in settings',
    'Change it in the console, under Settings, My account.',
  ],
  '10008': [409, 'This is the last enabled administrator', 'Give another account the administrator role first.'],
  '10009': [409, 'An account with this name already exists', 'Choose another user name.'],
  '10010': [400, 'A parameter is missing or invalid', correctInput],
  '10011': [
    503,
    'The email with the one-time code could not be sent',
    'Try again. If this keeps happening, ask an administrator to check TRIPTYCH_SMTP_URL and the log.',
  ],
  '10012': [
    403,
    'This setup link is not valid',
    'Links can be used once and expire after 24 hours. Restart the server to get a new link.',
  ],
  '10013': [
    400,
    'This password is too easy to guess',
    'Do not use common or repetitive passwords or your user name. A passphrase of several unrelated words works well.',
  ],
  '10022': [404, 'API endpoint is not supported by the server', reportIt],
  '10023': [400, 'API version is not supported', 'Set the API version of this server in its connection.'],
  '10024': [405, 'Method is not supported', reportIt],
  '10025': [404, 'No computer with this ID', 'It may have been removed. Search for it again.'],
  '10026': [404, 'No account with this ID', 'Reload the account list.'],
  '10050': [500, 'Internal server error', tryAgain],
  IAM0027: [403, 'A permission or scope is missing', 'Ask an administrator for the permission named here.'],
  IAM0028: [400, 'Unsupported parameter', correctInput],
} as const satisfies Record<string, Entry>

/** key-management documents no error codes; these are ours, also assigned to its failed results. */
export const keysErrors = {
  REFUSED: [422, 'Rejected by the key service', correctInput],
  INVALID_INPUT_DATA: [400, 'INPUT_DATA is missing or invalid for this operation', correctInput],
  INVALID_AUTHTOKEN: [401, 'Invalid AUTHTOKEN', 'The key of this connection is not accepted. Replace it.'],
  FORBIDDEN_AUTHTOKEN: [
    403,
    'This AUTHTOKEN lacks the required permission',
    'Use a key with the required permission, or ask an administrator to generate one.',
  ],
  UNKNOWN_API_NAME: [404, 'Unknown operation. Names are case-sensitive.', reportIt],
  WRONG_METHOD: [405, 'Method not allowed for this operation', reportIt],
  TOO_LARGE_INPUT: [413, 'The request is too large', 'Send a smaller file or fewer items.'],
  TOO_MANY_REVEALS: [429, 'Too many secrets requested in one minute', 'Wait before you request the next one.'],
  TOO_MANY_PASSPHRASES: [429, 'Too many wrong passphrases', 'Wait before you try the next one.'],
  KEYS_FAILED: [500, 'The key service failed', tryAgain],
  SEALED: [503, 'The vault is sealed', 'Ask an administrator to unseal the vault.'],
  BUSY: [503, 'The key service is overloaded', 'Wait a moment, then try again.'],
} as const satisfies Record<string, Entry>

const afterWait = 'Wait a moment. If you made a change, check whether it was saved before you try again.'

/** Database and disk errors of any service. */
export const databaseErrors = {
  DATABASE_AWAY: [503, 'The database cannot be reached', afterWait],
  DATABASE_BUSY: [503, 'The database did not respond in time', afterWait],
  STORAGE_FULL: [
    507,
    'The server disk is full. Changes cannot be saved.',
    'Ask an administrator to free disk space. Existing data can still be read.',
  ],
} as const satisfies Record<string, Entry>

const consentAgain = 'Connect this service again under Settings, Connections.'

/** Identity provider errors (RFC 6749 and 6750); real ones send `invalid_code` for `invalid_grant`. */
export const identityErrors = {
  invalid_request: [400, 'A parameter is missing, repeated or invalid', reportIt],
  invalid_client: [401, 'Invalid client ID or client secret', 'Correct both in the connection.'],
  invalid_grant: [400, 'The code or token is invalid, used, expired or revoked', consentAgain],
  invalid_code: [400, 'The code or token is invalid, used, expired or revoked', consentAgain],
  invalid_token: [401, 'The access token is invalid, expired or revoked', consentAgain],
  invalid_scope: [400, 'A scope is unknown or exceeds the grant', 'Correct the scopes in the connection.'],
  unsupported_grant_type: [400, 'grant_type is not supported', reportIt],
  unsupported_response_type: [400, 'response_type is not supported', reportIt],
  access_denied: [403, 'Access was denied', 'Sign in again and accept, or ask an administrator.'],
  temporarily_unavailable: [429, 'Too many requests', 'Wait a moment. The server limits the request rate.'],
  server_error: [500, 'The identity provider failed', tryAgain],
} as const satisfies Record<string, Entry>

/** Errors of the console and its proxy. */
export const consoleErrors = {
  ...browserErrors,
  NOT_CONFIRMED: [403, 'Your identity was not confirmed', 'Try again and confirm when asked.'],
  WINDOW_BLOCKED: [0, 'The browser did not open a window', 'Allow pop-up windows for this console, then try again.'],
  SIGNED_OUT: [401, 'You are not signed in', 'Sign in to continue. Your input is kept.'],
  WRONG_CREDENTIALS: [401, 'Incorrect user name or password', 'Check both. Passwords are case-sensitive.'],
  WRONG_CODE: [401, 'The code is incorrect or has expired', 'Enter the latest code. Older codes no longer work.'],
  OTP_EXPIRED: [401, 'This sign-in timed out or had too many incorrect codes', 'Sign in again with your password.'],
  DEVICE_COPIED: [
    401,
    'A remembered-device token was used twice',
    'Both browsers will be asked for a code again. If you do not recognize one of them, change your password.',
  ],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts', 'Wait before you try again.'],
  FORBIDDEN: [
    403,
    'Your account does not have permission for this',
    'Ask an administrator for the permission named here.',
  ],
  SEES_LESS: [
    403,
    'Shown only to those who can see everything on the server',
    'Use the lists instead. They show what you can see.',
  ],
  CONFIRM_IDENTITY: [
    403,
    'Confirm that it is you',
    'Enter your password again. The confirmation is valid for five minutes.',
  ],
  HELD: [
    409,
    'Nothing was sent. The request needs approval by a second person.',
    'Ask somebody else with the same permission to approve it.',
  ],
  TOO_MANY_HELD: [
    429,
    'Nothing was sent. Too many of your requests are already waiting for approval.',
    'Wait until they are approved or refused, or cancel some of them.',
  ],
  CLOUD_ACCESS_DENIED: [403, 'Access was denied at the identity provider', 'Sign in again and choose Accept.'],
  CLOUD_STATE: [
    400,
    'This response from the identity provider does not match a sign-in in this browser',
    'Sign in again within ten minutes.',
  ],
  CLOUD_CODE: [
    401,
    'The identity provider no longer accepts this code',
    'Sign in again. A code can be used once within one minute.',
  ],
  CLOUD_RENEWED: [
    409,
    'The access to the server had expired and was renewed. The request was not repeated.',
    'Check whether the change was made. If not, try again.',
  ],
  CLOUD_ENDED: [401, 'The identity provider has revoked this access', 'Sign in again. Your input is kept.'],
  CONSENT_NEEDED: [
    503,
    'This service is not connected to the identity provider',
    'Ask an administrator to connect it under Settings, Connections.',
  ],
  KEY_REFUSED: [
    503,
    'The server does not accept the key of this console',
    'Ask an administrator to replace it under Settings, API keys. Your input is kept.',
  ],
  KEY_NEEDED: [
    503,
    'This server does not accept your sign-in. It needs an API key.',
    'Enter its key under Settings, API keys, or ask an administrator to. Other services are not affected.',
  ],
  GRANT_REFUSED: [503, 'This server does not accept the access that the identity provider granted', consentAgain],
  KEY_NOT_TAKEN: [
    400,
    'The server does not accept this key',
    'No changes made. Copy the complete key again from the server that generated it.',
  ],
  KEY_UNREADABLE: [
    503,
    'The key of this connection was changed in the database and cannot be read',
    'Ask an administrator to enter it again under Settings, API keys.',
  ],
  CROSS_SITE: [403, 'This request did not come from the console', 'Reload the page and try again.'],
  NOT_SEARCHED: [
    404,
    'Not found by its ID',
    'The server does not know it, or offers no single records. Its list is too long to search: open it from there.',
  ],
  NOT_LISTED: [
    404,
    'Not found by its ID',
    'The server does not know it, or offers no single records. Its list has no entry with this ID: search by name.',
  ],
  NOT_OFFERED: [
    404,
    'Not offered by this server',
    'The server does not have this operation, or its connection is set not to use it.',
  ],
  METHOD: [405, 'Method not allowed at this address', reportIt],
  TOO_LARGE: [413, 'The request is too large', 'Send fewer items, or a smaller file.'],
  WRONG_HOST: [
    421,
    'This console is not available under this host name',
    'Open it at the address it was started with.',
  ],
  UNREACHABLE: [502, 'The server cannot be reached', 'Check that it is running and that its address is correct.'],
  ANSWER_TOO_LARGE: [502, 'The server response is too large', 'Request fewer items at once.'],
  NOT_RECORDED: [
    500,
    'The change was made but could not be recorded in the audit',
    'Do not repeat it. Check the result and contact the administrator of this console.',
  ],
  AUDIT_UNAVAILABLE: [
    503,
    'The audit cannot be written. Secrets and sign-in are not available.',
    'Contact the administrator of this console. The database does not accept new entries.',
  ],
  NOT_CONNECTED: [503, 'No connection is configured for this service', 'Configure it, then restart the console.'],
  TIMEOUT: [504, 'The server did not respond in time', tryAgain],
} as const satisfies Record<string, Entry>

export type KnownCode =
  | keyof typeof mdmErrors
  | keyof typeof desktopErrors
  | keyof typeof keysErrors
  | keyof typeof identityErrors
  | keyof typeof databaseErrors
  | keyof typeof consoleErrors

const causes: Explanations['causes'] = {
  HELD: { label: 'Show approvals', path: consolePath.approvals },
  TOO_MANY_HELD: { label: 'Show approvals', path: consolePath.approvals },
  KEY_NEEDED: { label: 'Enter the API key', path: consolePath.apiKeys },
  KEY_REFUSED: { label: 'Replace the API key', path: consolePath.apiKeys },
  GRANT_REFUSED: { label: 'Show connections', path: consolePath.connections },
  SEALED: { label: 'Go to the key vault', path: consolePath.vault },
  NOT_CONNECTED: { label: 'Show connections', path: consolePath.connections },
}

const nextBy: Explanations['nextBy'] = {
  403: 'The server does not permit this. Ask its administrator.',
  404: mdmErrors.COM0008[2],
  405: 'This server does not offer the operation.',
  410: mdmErrors.COM0008[2],
  413: 'Send fewer items, or a smaller file.',
  429: mdmErrors.COM0002[2],
}

const errors: Explanations['errors'] = {
  mdm: mdmErrors,
  desktop: desktopErrors,
  keys: keysErrors,
  identity: identityErrors,
  session: { ...databaseErrors, ...consoleErrors },
}

/** Next step by status if a server sends a code with a status other than the stated one, such as COM0013 with 403. */
const nextOfOtherStatus = ({ service, code, status }: Failure) => {
  const stated = errors[service]?.[code]?.[0]
  return stated === undefined || stated === status ? undefined : nextBy[status]
}

/** Lists and records are read without values that a user could correct; the user of a PGP key is typed. */
const nextOfRead = ({ endpoint }: Failure, next: string) =>
  next === correctInput && endpoint && /^\w+\.(list|find|count|get(?!PgpKey))/.test(endpoint.id) ? tryAgain : undefined

export const atHand: Explanations = {
  errors,
  causes,
  nextBy,
  nextInstead: (failure, next) => nextOfLost(failure, next) ?? nextOfOtherStatus(failure) ?? nextOfRead(failure, next),
}
