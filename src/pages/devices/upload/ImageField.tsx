import { isImage, roughSize } from '#contract/mdm/upload.ts'
import { FileField } from '#ui/form/FileField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { type Chosen, readFile } from './chosen-file.ts'
import { ImagePreview } from './ImagePreview.tsx'
import { NotWhatIsNeeded } from './NotWhatIsNeeded.tsx'

type Props = {
  label: string
  name: string
  chosen: Chosen | undefined
  onChosen: (chosen: Chosen) => void
  maxBytes: number
  optional?: boolean
}

/** An image field with a preview. */
export function ImageField({ label, name, chosen, onChosen, maxBytes, optional = false }: Props) {
  return (
    <Stack gap="xs">
      <FileField
        label={label}
        name={name}
        file={chosen?.file}
        onFile={(file) => void readFile(file, maxBytes).then(onChosen)}
        accept="image/png,image/jpeg"
        description={`PNG or JPEG, at most ${roughSize(maxBytes)}.${optional ? ' Optional.' : ''}`}
      />
      {chosen && isImage(chosen.bytes) && <ImagePreview file={chosen.file} />}
      {chosen && chosen.file.size <= maxBytes && !isImage(chosen.bytes) && (
        <NotWhatIsNeeded needed="a PNG or JPEG image" />
      )}
    </Stack>
  )
}
