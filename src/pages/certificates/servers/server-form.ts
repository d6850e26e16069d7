import * as z from 'zod'

const path = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Give the file of the ${what}`)
    .max(1000, 'At most 1000 characters')
    .regex(/^\//, 'Begin at the root: /etc/ssl/web.pem')
    .regex(/[^/]$/, 'Name a file, not a folder')
    .refine(
      (text) =>
        text
          .slice(1)
          .split('/')
          .every((part) => !['', '.', '..'].includes(part)),
      'Leave out //, . and ..',
    )

/** What the service takes (our addServer); `taken`: names of servers that are saved already. */
export const serverForm = (taken: readonly string[]) =>
  z
    .object({
      serverName: z
        .string()
        .trim()
        .min(1, 'Give the server a name')
        .max(255, 'At most 255 characters')
        .refine((name) => !taken.includes(name), 'There is a saved server of this name already'),
      ResourceName: z.string().min(1, 'Choose a host'),
      userName: z.string().trim().min(1, 'Name the user').max(255, 'At most 255 characters'),
      certificatePath: path('certificate'),
      keyPath: path('private key'),
    })
    .refine(({ certificatePath, keyPath }) => certificatePath !== keyPath, {
      path: ['keyPath'],
      message: 'The key needs a file of its own',
    })
