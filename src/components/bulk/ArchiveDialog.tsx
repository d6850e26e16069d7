import { type ReactNode, useRef, useState } from 'react'
import { Button, Group } from '#ui/layout/layout.ts'
import { saveFile } from '#ui/values/save-file.ts'
import { counted } from '#components/attention/concern.ts'
import type { ArchivedFile } from './archive.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { Plan } from './plan.ts'

type Props<T, C> = {
  title: string
  /** Of the archive, without its ending. */
  name: string
  nouns: readonly [one: string, many: string]
  plans: readonly Plan<T>[] | undefined
  fields?: ReactNode
  begin: () => Promise<C | undefined>
  fetch: (item: T, context: C) => Promise<ArchivedFile>
  onClose: () => void
}

/** One file for each item, fetched one after the other and saved together. They are gone when the dialog closes. */
export function ArchiveDialog<T, C>({ name, fetch, ...props }: Props<T, C>) {
  const files = useRef(new Map<T, ArchivedFile>())
  const [count, setCount] = useState(0)
  const save = async () => {
    const { zipOf } = await import('./archive.ts')
    saveFile(`${name}.zip`, zipOf([...files.current.values()]), 'application/zip')
  }
  return (
    <BulkDialog
      {...props}
      action="Export"
      work={async (item, context) => {
        const file = await fetch(item, context)
        files.current.set(item, file)
        return file.name
      }}
      onEnd={async (_, isComplete) => {
        setCount(files.current.size)
        if (isComplete) await save()
      }}
      after={
        count > 0 && (
          <Group>
            <Button size="xs" variant="default" onClick={() => void save()}>
              Download archive ({counted(count, 'file', 'files')})
            </Button>
          </Group>
        )
      }
    />
  )
}
