import * as z from 'zod/mini'
import { roughSize } from '#contract/mdm/upload.ts'

/** A file that is chosen and not sent yet. */
export type Chosen = { file: File; bytes: Uint8Array<ArrayBuffer> }

export const readFile = async (file: File): Promise<Chosen> => ({
  file,
  bytes: new Uint8Array(await file.arrayBuffer()),
})

export const base64Of = ({ bytes }: Chosen) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The name of a file in a form, and whether the file that is chosen is small enough. */
export const fileName = (chosen: Chosen | undefined, maxBytes: number) =>
  z.string().check(
    z.refine(() => !chosen || chosen.file.size > 0, 'This file is empty'),
    z.refine(
      () => !chosen || chosen.file.size <= maxBytes,
      `This file is larger than ${roughSize(maxBytes)}. Choose a smaller one`,
    ),
  )
