import { useState } from 'react'
import { FileChoice } from '#ui/form/FileChoice.tsx'
import { Group, Text } from '#ui/layout/layout.ts'

type Props = {
  label: string
  accept?: string
  /** Name of the selected file. */
  chosen?: string
  /** Returns the error of the file, if any. */
  onFile: (file: { name: string; bytes: Uint8Array<ArrayBuffer> }) => Promise<string | undefined>
}

const maxBytes = 1_048_576 // limit of importCSR in the embedded service

/** File field whose content is read in the browser and previewed before it is sent. */
export function ReadFile({ label, accept, chosen, onFile }: Props) {
  const [wrong, setWrong] = useState<string>()
  const read = async (file: File) => {
    const bytes = file.size <= maxBytes ? new Uint8Array(await file.arrayBuffer()) : undefined
    setWrong(bytes ? await onFile({ name: file.name, bytes }) : `${file.name} is larger than 1 MiB.`)
  }
  return (
    <Group gap="sm">
      <FileChoice label={label} accept={accept} onFile={(file) => void read(file)} />
      <Text size="sm" component="output" c={wrong ? 'var(--bad-text)' : undefined}>
        {wrong ?? chosen}
      </Text>
    </Group>
  )
}
