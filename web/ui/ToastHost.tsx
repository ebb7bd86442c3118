import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { dismissToast, TOAST_MS, useToast } from '../lib/toast-store.ts'

type ToasterComponent = ComponentType<{ pressedElement: RefObject<Element | null> }>

/** Loads the toaster at the first tap or key press, so that toasts work if the connection is lost later. */
export function ToastHost() {
  const newestId = useToast()?.id
  const [Toaster, setToaster] = useState<ToasterComponent>()
  const [hasFailed, setHasFailed] = useState(false)
  const pressedElement = useRef<Element>(null)

  useEffect(() => {
    const recordPress = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('.toast-viewport'))
        pressedElement.current = target
    }
    return onPress(recordPress)
  }, [])

  useEffect(() => {
    const load = () => {
      import('./Toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => setHasFailed(true),
      )
    }
    return newestId === undefined ? onPress(load, true) : load()
  }, [newestId])

  // An open dialog hides the page from screen readers, except for live regions. So this element is a live
  // region. The region is 'off', because each toast announces itself.
  // An open dialog also listens for focus events on the document, and takes the focus back. So focus events
  // of toasts stop here.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it cannot be pressed; it only handles the focus inside.
    <div
      aria-live="off"
      onFocus={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) event.stopPropagation()
      }}
    >
      {Toaster ? (
        <Toaster pressedElement={pressedElement} />
      ) : (
        newestId !== undefined && hasFailed && <PlainToast />
      )}
    </div>
  )
}

function onPress(listener: (event: Event) => void, once = false): () => void {
  const stopping = new AbortController()
  const options = { capture: true, passive: true, once, signal: stopping.signal }
  window.addEventListener('pointerdown', listener, options)
  window.addEventListener('keydown', listener, options)
  return () => stopping.abort()
}

/** Shows a toast if the toaster can't be loaded. */
function PlainToast() {
  const { id, open, title, description, variant = 'default', action } = useToast() ?? {}
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div role="alert" className="toast-viewport">
      {open && (
        <div key={id} className="toast" data-variant={variant}>
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-sm">{description}</p>
          </div>
          {action}
        </div>
      )}
    </div>
  )
}
