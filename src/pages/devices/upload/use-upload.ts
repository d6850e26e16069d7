import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { useLastSignedIn } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { sessionQuery } from '#api/session.ts'
import { uploadFile } from '#contract/mdm/files.ts'
import { defaultUploadBytes } from '#contract/mdm/upload.ts'
import { Problem } from '#contract/problem.ts'

export type Sending = { name: string; sent: number; total: number }

const canceled = () =>
  new Problem('CANCELED', 'The upload was canceled. Nothing was added.', { service: 'mdm', status: 0 })

/** Uploads a file with progress. A file that has already been uploaded is not sent again. */
export function useUpload() {
  const [sending, setSending] = useState<Sending>()
  const current = useRef<AbortController>(undefined)
  const uploaded = useRef<{ file: File; id: string }>(undefined)
  const cancel = () => current.current?.abort(canceled())
  // Synchronizes with: the request that sends the file. It ends with the page.
  useEffect(() => () => current.current?.abort(canceled()), [])

  /** `field`: form field that shows errors of the file. */
  const upload = async (file: File, field: string): Promise<string> => {
    if (uploaded.current?.file === file) return uploaded.current.id
    const controller = new AbortController()
    current.current = controller
    const { name, size } = file
    const told = (sent: number, total: number) => setSending({ name, sent: Math.min(size, sent), total: total && size })
    told(0, size)
    try {
      const input = { file: { name, size, content: file } }
      const { file_id } = await call(uploadFile, input, controller.signal, told)
      if (!file_id) throw new Problem('UNEXPECTED_CONTENT', 'The server has not named the file', { service: 'mdm' })
      uploaded.current = { file, id: file_id }
      return file_id
    } catch (error) {
      const problem = problemOf(error)
      // The file alone changes nothing: its upload can be repeated without a check.
      problem.endpoint = undefined
      throw atField(field, problem)
    } finally {
      setSending(undefined)
    }
  }
  /**
   * Forces a new upload: the server accepts an uploaded file once, so a rejected or possibly used one must be sent
   * again.
   */
  const forget = () => {
    uploaded.current = undefined
  }
  return { upload, cancel, forget, sending }
}

/** Upload size limits. */
export function useMaxUploadBytes(): number {
  const { data: session } = useQuery(sessionQuery)
  return useLastSignedIn(session)?.maxUploadBytes ?? defaultUploadBytes
}

/** Moves an error of the API's file field to the form field. */
const atField = (field: string, problem: Problem) =>
  problem.message.startsWith('file: ')
    ? new Problem(problem.code, problem.message.replace(/^file(?=: )/, field), { ...problem.toJSON(), field })
    : problem
