"""Shopping: carts over worlds of products, shops and coupons, judged by rules."""
