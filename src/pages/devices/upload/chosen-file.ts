import * as z from 'zod/mini'
import { roughSize } from '#contract/mdm/upload.ts'

/** A selected file that has not been sent. */
export type Chosen = { file: File; bytes: Uint8Array<ArrayBuffer> }

/** A file that is too large is not read; `fileName` reports it. */
export const readFile = async (file: File, maxBytes: number): Promise<Chosen> => ({
  file,
  bytes: file.size > maxBytes ? new Uint8Array() : new Uint8Array(await file.arrayBuffer()),
})

export const base64Of = ({ bytes }: Chosen) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Schema of the file name in a form; also checks the size of the selected file. */
export const fileName = (chosen: Chosen | undefined, maxBytes: number) =>
  z.string().check(
    z.refine(() => !chosen || chosen.file.size > 0, 'This file is empty'),
    z.refine(
      () => !chosen || chosen.file.size <= maxBytes,
      `This file is larger than ${roughSize(maxBytes)}. Choose a smaller one`,
    ),
  )
