#!/usr/bin/env python3
"""Scores pictures of pages against Chromium's: score_screenshots.py CHROMIUM_DIR OUR_DIR

Both folders have NAME.png of the same size. Printed are, per page and in the mean, SSIM on luminance and the share of pixels
within 16 of 255 in each channel. Needs scikit-image.
"""
import sys
from pathlib import Path

import numpy as np
from skimage.io import imread
from skimage.metrics import structural_similarity


def luminance(pixels):
    return pixels @ np.array([0.2126, 0.7152, 0.0722])


def main(truth, ours):
    rows = []
    for path in sorted(Path(ours).glob("*.png")):
        expected = Path(truth) / path.name
        if not expected.exists():
            continue
        a, b = (imread(p)[..., :3].astype(float) for p in (expected, path))
        if a.shape != b.shape:
            print(f"{path.stem}: sizes differ, {a.shape} and {b.shape}")
            rows.append((0.0, 0.0, path.stem))
            continue
        ssim = structural_similarity(luminance(a), luminance(b), data_range=255)
        near = (np.abs(a - b).max(axis=2) <= 16).mean()
        rows.append((ssim, near, path.stem))
    for ssim, near, name in sorted(rows):
        print(f"{ssim:.4f} {near:.4f} {name}")
    if rows:
        ssims, nears, _ = zip(*rows)
        good = np.mean([s >= 0.9 for s in ssims])
        print(f"{len(rows)} pages: SSIM {np.mean(ssims):.4f}, at least .90 on {good:.1%}, pixels {np.mean(nears):.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
