"""Joins pictures to an animation: `python animation.py TARGET PICTURE:MILLISECONDS ...`, with Pillow."""

import sys

from PIL import Image  # pyright: ignore[reportMissingImports]


def main(target: str, *frames: str) -> None:
    files, times = zip(*(frame.rsplit(":", 1) for frame in frames))
    first, *rest = (Image.open(file).convert("RGB").quantize(colors=128, dither=Image.Dither.NONE) for file in files)
    first.save(target, save_all=True, append_images=rest, duration=[int(each) for each in times], loop=0, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
