import { FormData } from 'undici'
import type { WireRequest } from '#contract/http/wire-message.ts'

/** A form as it is sent, with its files. */
export function formOf({ fields, files }: NonNullable<WireRequest['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, { bytes, name: fileName }] of Object.entries(files)) {
    form.append(name, new Blob([Uint8Array.from(bytes)]), fileName)
  }
  return form
}
