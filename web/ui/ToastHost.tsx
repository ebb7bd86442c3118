import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { dismissToast, TOAST_MS, useToasts } from '../lib/toast-store.ts'

type ToasterPart = ComponentType<{ pressed: RefObject<Element | null> }>

let loading: Promise<ToasterPart> | undefined

function loadToaster(): Promise<ToasterPart> {
  loading ??= import('./Toaster.tsx').then(
    ({ Toaster }) => Toaster,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/**
 * Shows the toasts. Loads the toaster at the first tap or key press, so that toasts still work once the
 * connection is lost. If it could not be loaded, shows plain toasts instead.
 */
export function ToastHost() {
  const newest = useToasts()[0]?.id
  const wanted = newest !== undefined
  const [Toaster, setToaster] = useState<ToasterPart>()
  const [failed, setFailed] = useState(false)
  const pressed = useRef<Element>(null)

  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('.toast-viewport')) pressed.current = target
    }
    const options = { capture: true, passive: true }
    window.addEventListener('pointerdown', note, options)
    window.addEventListener('keydown', note, options)
    return () => {
      window.removeEventListener('pointerdown', note, options)
      window.removeEventListener('keydown', note, options)
    }
  }, [])

  useEffect(() => {
    const load = () => {
      loadToaster().then(
        (loaded) => setToaster(() => loaded),
        () => setFailed(true),
      )
    }
    if (newest !== undefined) {
      load()
      return
    }
    const once = { once: true, capture: true, passive: true }
    window.addEventListener('pointerdown', load, once)
    window.addEventListener('keydown', load, once)
    return () => {
      window.removeEventListener('pointerdown', load, once)
      window.removeEventListener('keydown', load, once)
    }
  }, [newest])

  // An open dialog hides everything but live regions from screen readers, and takes back the focus by a
  // listener on the document. This region announces nothing: each toast announces itself.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it cannot be pressed; it only handles the focus inside.
    <div
      aria-live="off"
      onFocus={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) event.stopPropagation()
      }}
    >
      {Toaster ? <Toaster pressed={pressed} /> : wanted && failed ? <PlainToasts /> : null}
    </div>
  )
}

function PlainToasts() {
  const shown = useToasts().filter((toast) => toast.open)
  const newest = shown[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    const timer = setTimeout(() => dismissToast(newest), TOAST_MS)
    return () => clearTimeout(timer)
  }, [newest])
  return (
    <div role="alert" className="toast-viewport">
      {shown.map((toast) => (
        <div key={toast.id} className="toast" data-variant={toast.variant ?? 'default'}>
          <div>
            <p className="font-semibold">{toast.title}</p>
            <p className="text-sm">{toast.description}</p>
          </div>
          {toast.action}
        </div>
      ))}
    </div>
  )
}
