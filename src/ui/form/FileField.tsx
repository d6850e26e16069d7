import { Group, Input, Text } from '@mantine/core'
import { FileChoice } from './FileChoice.tsx'

type Props = {
  label: string
  name: string
  file: File | undefined
  onFile: (file: File) => void
  accept?: string
  error?: string
}

/** A file as a field of a form, which checks its name: a browser keeps no file that is chosen a second time. */
export function FileField({ label, name, file, onFile, accept, error }: Props) {
  return (
    <div>
      <Group gap="sm">
        <FileChoice label={label} accept={accept} onFile={onFile} />
        <Text component="output" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file ? `${file.name}, ${sizeText(file.size)}` : 'No file selected'}
        </Text>
      </Group>
      <input type="hidden" name={name} value={file?.name ?? ''} />
      {error && !file && (
        <Input.Error mt={4} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  )
}

const sizeText = (bytes: number) => (bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`)
