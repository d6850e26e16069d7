import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's first choice for argon2id: memory in KiB, passes, lanes. */
const cost = { memory: 47_104, passes: 1, parallelism: 1 }
const derive = promisify(argon2)

/** Hash a password of any length and script; Unicode forms of the same text are the same password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inTurn(() => derive('argon2id', { ...cost, message: utf8(password), nonce: salt, tagLength: 32 }))
  return [
    '$argon2id$v=19',
    `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`,
    salt.toString('base64'),
    hash.toString('base64'),
  ].join('$')
}

/** Does the password belong to the hash? An account that does not exist takes the same time as one that does. */
export async function passwordMatches(password: string, hash?: string): Promise<boolean> {
  const [, , , parameters = '', salt = '', wanted = ''] = (hash ?? (await nobodysHash)).split('$')
  const [memory = 0, passes = 0, parallelism = 0] = parameters.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(wanted, 'base64')
  const actual = await inTurn(() =>
    derive('argon2id', {
      memory,
      passes,
      parallelism,
      message: utf8(password),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected)
}

const utf8 = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8')

/** Each hash takes 46 MB and a thread of Node's small pool: two at a time leave room for everything else. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const nobodysHash = hashPassword(randomBytes(32).toString('hex'))
