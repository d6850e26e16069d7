import * as z from 'zod'

const path = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter the path of the ${what}`)
    .max(1000, 'At most 1000 characters')
    .regex(/^\//, 'Enter an absolute path, such as /etc/ssl/web.pem')
    .regex(/[^/]$/, 'Enter a file, not a folder')
    .refine(
      (text) =>
        text
          .slice(1)
          .split('/')
          .every((part) => !['', '.', '..'].includes(part)),
      'Do not use //, . or ..',
    )

/** What the service takes (our addServer); `taken`: names of servers that are saved already. */
export const serverForm = (taken: readonly string[]) =>
  z
    .object({
      serverName: z
        .string()
        .trim()
        .min(1, 'Enter a name')
        .max(255, 'At most 255 characters')
        .refine((name) => !taken.includes(name), 'A server with this name already exists'),
      ResourceName: z.string().min(1, 'Choose a host'),
      userName: z.string().trim().min(1, 'Enter a user').max(255, 'At most 255 characters'),
      certificatePath: path('certificate'),
      keyPath: path('private key'),
    })
    .refine(({ certificatePath, keyPath }) => certificatePath !== keyPath, {
      path: ['keyPath'],
      message: 'Use a different file for the private key',
    })
