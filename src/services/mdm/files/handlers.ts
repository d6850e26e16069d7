import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fileHours, type fileRows } from '#contract/mdm/files.ts'
import { roughSize } from '#contract/mdm/upload.ts'
import { Problem } from '#contract/problem.ts'
import type { Handlers } from '#services/router.ts'
import { archiveCheck } from './archive-check.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** By file extension; all are ZIP archives. */
const types: Readonly<Record<string, string>> = {
  apk: 'application/vnd.android.package-archive',
  ipa: 'application/x-itunes-ipa',
}

/** Uploaded files, referenced by ID in other calls. */
export const fileHandlers = (db: Kysely<DeviceTables>, maxBytes: number): Handlers<typeof fileRows> => ({
  uploadFile: async ({ file: { name, content } }) => {
    const check = archiveCheck()
    let size = 0
    for await (const chunk of content instanceof Blob ? content.stream() : content) {
      size += chunk.length
      check.see(chunk)
      if (check.isOther()) throw refused('this is not a ZIP archive')
      if (size > maxBytes) throw refused(`the file has more than ${roughSize(maxBytes)}`)
    }
    if (size === 0) throw refused('the file is empty')
    if (!check.isWhole()) throw refused('this is not a complete ZIP archive')
    const file = {
      id: String(randomInt(100_000_000_000_000, 281_474_976_710_655)),
      name,
      content_type: types[name.toLowerCase().split('.').at(-1) ?? ''] ?? 'application/zip',
      size,
      expires_at: Date.now() + fileHours * 3_600_000,
    }
    await db.insertInto('uploaded_file').values(file).execute()
    return {
      file_id: file.id,
      file_name: name,
      content_type: file.content_type,
      content_length: size,
      expiry_time: file.expires_at,
    }
  },
})

/** The package for an app; each ID can be used once. */
export async function takeFile(db: Kysely<DeviceTables>, id: string) {
  const file = await db
    .deleteFrom('uploaded_file')
    .where('id', '=', id)
    .where('expires_at', '>', Date.now())
    .returning(['name', 'size'])
    .executeTakeFirst()
  return file && { file_name: file.name, file_size: file.size }
}

const refused = (why: string) => new Problem('FIL0001', `file: ${why}`, { field: 'file' })
