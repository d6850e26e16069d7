import { useEffect, useRef, useState } from 'react'
import { Text } from '#ui/layout/layout.ts'
import classes from './ImagePreview.module.css'

/** Drawn on a canvas, since the content security policy blocks other image sources. */
export function ImagePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [seen, setSeen] = useState<{ file: File; size?: string }>()
  // Synchronizes with: the decoder of the browser.
  useEffect(() => {
    let isOver = false
    const draw = async () => {
      const size = await drawn(file, canvas.current).catch(() => undefined)
      if (!isOver) setSeen({ file, ...(size && { size }) })
    }
    void draw()
    return () => {
      isOver = true
    }
  }, [file])
  const isShown = seen?.file === file
  return (
    <div className={classes.preview}>
      <canvas ref={canvas} aria-hidden hidden={!isShown || seen.size === undefined} />
      {isShown && (
        <Text size="xs" c="dimmed">
          {seen.size ?? 'The browser cannot show this image.'}
        </Text>
      )}
    </div>
  )
}

const longestPixels = 160

async function drawn(file: File, canvas: HTMLCanvasElement | null): Promise<string> {
  const image = await createImageBitmap(file)
  const { width, height } = image
  const scale = Math.min(1, longestPixels / Math.max(width, height))
  if (canvas) {
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  }
  image.close()
  return `${width} × ${height} pixels`
}
