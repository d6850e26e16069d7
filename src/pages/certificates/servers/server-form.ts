import * as z from 'zod/mini'
import { addServer } from '#contract/keys/servers.ts'

const path = (what: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, `Enter the path of the ${what}`),
    z.maxLength(1000, 'At most 1000 characters'),
    z.regex(/^\//, 'Enter an absolute path, such as /etc/ssl/web.pem'),
    z.regex(/[^/]$/, 'Enter a file, not a folder'),
    z.refine(
      (text) =>
        text
          .slice(1)
          .split('/')
          .every((part) => !['', '.', '..'].includes(part)),
      'Do not use //, . or ..',
    ),
  )

const isAddressOrNone = (text: string) => text === '' || addServer.input.shape.tlsAddress.safeParse(text).success
const noneIfEmpty = (text: string) => (text === '' ? undefined : text)

/** Validation according to addServer of the embedded service; `taken`: names of existing servers. */
export const serverForm = (taken: readonly string[]) =>
  z
    .object({
      serverName: z.string().check(
        z.trim(),
        z.minLength(1, 'Enter a name'),
        z.maxLength(255, 'At most 255 characters'),
        z.refine((name) => !taken.includes(name), 'A server with this name already exists'),
      ),
      ResourceName: z.string().check(z.minLength(1, 'Choose a host')),
      userName: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
      certificatePath: path('certificate'),
      keyPath: path('private key'),
      tlsAddress: z.pipe(
        z
          .string()
          .check(
            z.trim(),
            z.maxLength(300, 'At most 300 characters'),
            z.refine(isAddressOrNone, 'Enter host and port, such as www.example.com:443'),
          ),
        z.transform(noneIfEmpty),
      ),
      reloadCommand: z.pipe(
        z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')),
        z.transform(noneIfEmpty),
      ),
    })
    .check(
      z.refine(({ certificatePath, keyPath }) => certificatePath !== keyPath, {
        path: ['keyPath'],
        message: 'Use a different file for the private key',
      }),
    )
