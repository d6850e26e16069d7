import { Group, Input, Text } from '@mantine/core'
import { useId, useRef } from 'react'
import { FileChoice } from './FileChoice.tsx'
import { useFieldError } from './Form.tsx'

type Props = {
  label: string
  name: string
  file: File | undefined
  onFile: (file: File) => void
  accept?: string
  /** Expected format and maximum size. */
  description?: string
  error?: string | undefined
}

/**
 * A file as a form field. The form validates the file name, in a hidden input, because the file input is reset after
 * each choice.
 */
export function FileField({ label, name, file, onFile, accept, description, error: own }: Props) {
  const error = useFieldError({ name, error: own })
  const nameField = useRef<HTMLInputElement>(null)
  const id = useId()
  const choose = (chosen: File) => {
    onFile(chosen)
    // Counts as input of the field, so that the form clears the error of the previous file.
    nameField.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div>
      <Group gap="sm">
        <FileChoice label={label} accept={accept} onFile={choose} describedBy={description || error ? id : undefined} />
        <Text component="output" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file ? `${file.name}, ${sizeText(file.size)}` : 'No file selected'}
        </Text>
      </Group>
      <input ref={nameField} type="hidden" name={name} value={file?.name ?? ''} />
      <div id={id}>
        {description && <Input.Description mt={4}>{description}</Input.Description>}
        {error && (
          <Input.Error mt={4} role="alert">
            {error}
          </Input.Error>
        )}
      </div>
    </div>
  )
}

const sizeText = (bytes: number) => (bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`)
